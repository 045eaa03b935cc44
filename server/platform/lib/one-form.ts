/** Inputs that have one of several forms. */
import * as z from 'zod';

/**
 * A schema of several object forms. Keys of another form are refused: otherwise the first matching form would silently
 * drop them.
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
