import { expect, it } from 'vitest';
import { isDisposable } from '@/server/platform/lib/disposable';

it.each([
  'a@mailinator.com',
  'a@sub.mailinator.com',
  'a@a.b.mailinator.com',
  '"a@gmail.com"@mailinator.com',
  'A@MAILINATOR.com',
])('takes %s for thrown away', (email) => expect(isDisposable(email)).toBe(true));

it.each(['a@gmail.com', 'a@mailinator.example', 'a@kopimailinator.com', 'mailinator.com@gmail.com', 'a@com', ''])(
  'takes %j for kept',
  (email) => expect(isDisposable(email)).toBe(false),
);
