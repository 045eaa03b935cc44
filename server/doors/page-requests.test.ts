/** What Next is kept from seeing. The built pages have e2e/odd-requests.spec.ts. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '@/server/doors/page-requests';

function requestOf(method: string, url: string, headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { method, url, headers });
}

describe('a request of a page', () => {
  it('has at most 500 characters of the name that the browser gives itself', () => {
    const request = requestOf('GET', '/', { 'user-agent': 'x'.repeat(14_000) });
    expect(refusalOf(request, false)).toBeNull();
    expect(request.headers['user-agent']).toHaveLength(500);
    const nameless = requestOf('GET', '/');
    expect(refusalOf(nameless, false)).toBeNull();
    expect(nameless.headers).not.toHaveProperty('user-agent');
  });

  it('may post in development, where the tools of Next do', () => {
    expect(refusalOf(requestOf('POST', '/__nextjs_original-stack-frames'), true)).toBeNull();
    expect(refusalOf(requestOf('POST', '/__nextjs_original-stack-frames'), false)?.error.appCode).toBe(
      'METHOD_NOT_ALLOWED',
    );
  });

  it('may say where the browser is, as Next itself writes it', () => {
    const state = encodeURIComponent(
      JSON.stringify(['', { children: ['contacts', { children: [['id', 'c1', 'd', null], {}] }] }, null, 'refetch']),
    );
    expect(refusalOf(requestOf('GET', '/contacts', { 'next-router-state-tree': state }), false)).toBeNull();
    expect(refusalOf(requestOf('GET', '/contacts', { 'next-router-state-tree': '%' }), false)?.error.status).toBe(400);
  });
});
