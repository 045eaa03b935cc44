/** An input that is one of several objects says so: what two of them have together is refused, or kept whole. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedures } from '@/server/doors/rest-routes';
import { oneForm } from '@/server/platform/lib/one-form';
import { readDefinition } from '@/server/modules/audience/audience-segments/definition';

interface Place {
  path: string;
  forms: z.ZodObject[];
}

/** The object behind what wraps it. */
function objectIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return schema as z.ZodObject;
  if ('innerType' in def) return objectIn(def.innerType);
  return def.type === 'pipe' ? objectIn(def.in) : undefined;
}

/** Every choice between objects that no word tells apart, as what comes in. */
function choicesIn(schema: z.core.$ZodType, path: string, seen = new Set<z.core.$ZodType>()): Place[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const below = (inner: z.core.$ZodType, name = ''): Place[] =>
    choicesIn(inner, name === '' ? path : `${path}.${name}`, seen);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => below(inner, name));
    case 'array':
      return below(def.element, '0');
    case 'record':
      return below(def.valueType, '*');
    case 'pipe':
      return below(def.in);
    case 'lazy':
      return below(def.getter());
    case 'union': {
      const forms = def.options.flatMap((option) => objectIn(option) ?? []);
      const isReported = 'discriminator' in def;
      return [
        ...(forms.length > 1 && !isReported ? [{ path, forms }] : []),
        ...def.options.flatMap((option) => below(option)),
      ];
    }
    default:
      return 'innerType' in def ? below(def.innerType) : [];
  }
}

const inputsOf = ({ procedure }: ReturnType<typeof procedures>[number]): z.ZodType[] =>
  (procedure._def as unknown as { inputs: z.ZodType[] }).inputs;

const choices = procedures().flatMap((each) => inputsOf(each).flatMap((input) => choicesIn(input, each.name)));

describe('a choice between objects', () => {
  it('stands in some inputs', () => {
    expect(choices.map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^funnels\.create\.definition/)]),
    );
  });

  it.each(choices)('$path takes notice in each form of the keys of all others', ({ forms }) => {
    const keys = new Set(forms.flatMap((form) => Object.keys(form.shape)));
    for (const form of forms) expect([...keys].filter((key) => !(key in form.shape))).toEqual([]);
  });
});

describe('oneForm', () => {
  const either = oneForm(
    [z.object({ minutes: z.number() }), z.object({ days: z.number(), at: z.string() })],
    'takes minutes, or days and at',
  );

  it.each([{ minutes: 1 }, { days: 1, at: '09:00' }, { minutes: 1, note: 'unknown keys are ignored' }])(
    'takes %j',
    (sent) => {
      const { note: _note, ...known } = sent as Record<string, unknown>;
      expect(either.parse(sent)).toEqual(known);
    },
  );

  it.each([{ minutes: 1, days: 1, at: '09:00' }, { minutes: 1, at: '09:00' }, { minutes: 1, days: null }, {}])(
    'refuses %j',
    (sent) => {
      expect(either.safeParse(sent).error?.issues[0]?.message).toBe('takes minutes, or days and at');
    },
  );
});

/** Definitions come in as any object and are read by hand (audience-segments/definition.ts). */
describe('a condition of a segment', () => {
  const read = (condition: object) => () =>
    readDefinition({ match: 'all', groups: [{ match: 'all', conditions: [condition] }] });
  const [field, event] = [
    { field: 'attributes.city', op: 'eq', value: 'Bandung' },
    { event: 'message.clicked', op: 'at_least', count: 1 },
  ];

  it('is of a field, or of an event', () => {
    expect(read(field)).not.toThrow();
    expect(read(event)).not.toThrow();
  });

  it.each([{ event: 'message.clicked' }, { count: 1 }, { withinDays: 7 }, { where: [] }])(
    'of a field refuses %j, which goes with an event',
    (more) => {
      expect(read({ ...field, ...more })).toThrow();
    },
  );

  it.each([{ field: 'attributes.city' }, { value: 'Bandung' }])(
    'of an event refuses %j, which goes with a field',
    (more) => {
      expect(read({ ...event, ...more })).toThrow();
    },
  );
});
