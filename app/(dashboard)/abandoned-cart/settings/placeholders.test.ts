import { expect, it } from 'vitest';
import { filledIn, FIRST_NAME } from './placeholders';

it('fills in the first name however it is spaced, and leaves the rest', () => {
  expect(filledIn(`${FIRST_NAME}, {{first_name}} {{ firstName }} {{ shop }}`, 'Sari $&')).toBe(
    'Sari $&, Sari $& Sari $& {{ shop }}',
  );
});
