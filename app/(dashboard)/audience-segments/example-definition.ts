/** The definition in the commands of “Copy as curl”. */
export const EXAMPLE_DEFINITION = {
  match: 'all',
  groups: [{ match: 'any', conditions: [{ field: 'attributes.city', op: 'eq', value: 'Bandung' }] }],
};
