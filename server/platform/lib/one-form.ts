/** Inputs that are one of several objects. */
import * as z from 'zod';

/**
 * One of several forms of an object. Keys of another form are refused: the first form that fits would be taken, and
 * what else was meant be forgotten in silence.
 */
export function oneForm<const Forms extends readonly [z.ZodObject, z.ZodObject, ...z.ZodObject[]]>(
  forms: Forms,
  error: string,
): z.ZodUnion<Forms> {
  const keys = [...new Set(forms.flatMap((form) => Object.keys(form.shape)))];
  const exact = forms.map((form) => {
    const others = keys.filter((key) => !(key in form.shape));
    const own = form.safeExtend(Object.fromEntries(others.map((key) => [key, z.never().optional()])));
    return own.meta(form.meta() ?? {});
  });
  return z.union(exact, { error }) as unknown as z.ZodUnion<Forms>;
}
