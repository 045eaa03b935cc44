import { describe, expect, it } from 'vitest';
import { isRobot, isVisit } from '@/server/platform/lib/robots';

/** What draws previews of links where they are pasted: https://github.com/monperrus/crawler-user-agents at 7c7f9f2. */
const ROBOTS = [
  'WhatsApp/2.23.20.0 A',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1;line-poker/1.0',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'TelegramBot (like TwitterBot)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

/** Browsers of people, those inside the apps of messengers too, and one on a phone of the make Cubot. */
const PEOPLE = [
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 361.0.0.35.82',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/491.0.0]',
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Line/14.19.0/IAB',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 [Pinterest/Android]',
  'Mozilla/5.0 (Linux; Android 8.1; CUBOT X18 Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Mobile Safari/537.36',
  '',
];

describe('a robot', () => {
  it.each(ROBOTS)('is %s', (userAgent) => {
    expect(isRobot(userAgent)).toBe(true);
  });

  it.each(PEOPLE)('is not %s', (userAgent) => {
    expect(isRobot(userAgent)).toBe(false);
  });

  it('is not what says nothing of itself', () => {
    expect([isRobot(null), isRobot(undefined)]).toEqual([false, false]);
  });

  it('is no visit, and neither is what a browser fetches ahead or only asks about', () => {
    const by = (method: string, headers: Record<string, string>) => isVisit({ method, headers });
    const browser = { 'user-agent': PEOPLE[0] ?? '' };
    expect(by('GET', browser)).toBe(true);
    expect(by('HEAD', browser)).toBe(false);
    expect(by('GET', { ...browser, 'sec-purpose': 'prefetch;prerender' })).toBe(false);
    expect(by('GET', { 'user-agent': ROBOTS[0] ?? '' })).toBe(false);
  });
});
