/** Converts paths with parameters in braces, as routes are declared, into the forms of Fastify and of links. */

/** Returns `/b/{accountId}` in Fastify's form, `/b/:accountId`. */
export const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The path with its parameters filled in. */
export const filledPath = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));

/** Returns the pattern that a path fits. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
