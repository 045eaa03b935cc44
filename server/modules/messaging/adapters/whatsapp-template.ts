/**
 * A message template in the format that WhatsApp requires
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/message-api).
 */
import { at, textAt } from '@/server/platform/vendors/json';

/** A fault in a part of the template: the part's path, and the reason. */
export type TemplateFault = [path: string, message: string];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (template: unknown): string => textAt(template, 'name')?.trim() ?? '';
const languageOf = (template: unknown): string =>
  (textAt(template, 'language', 'code') ?? textAt(template, 'language'))?.trim() ?? '';

/** The first component or parameter that is none. */
function componentFault(components: unknown): TemplateFault | null {
  if (components === undefined) return null;
  if (!Array.isArray(components)) return ['template.components', 'must be a list'];
  for (const [index, component] of components.entries()) {
    const path = `template.components.${index}`;
    if ((textAt(component, 'type') ?? '') === '') return [`${path}.type`, 'is required'];
    const parameters = at(component, 'parameters');
    if (parameters === undefined) continue;
    if (!Array.isArray(parameters)) return [`${path}.parameters`, 'must be a list'];
    const wrong = parameters.findIndex((parameter) => (textAt(parameter, 'type') ?? '') === '');
    if (wrong >= 0) return [`${path}.parameters.${wrong}.type`, 'is required'];
  }
  return null;
}

/**
 * Returns a fault for which Meta refuses every such template; null: no fault. Only Meta knows whether the account has
 * the template.
 */
export function templateFault(template: unknown): TemplateFault | null {
  if (!isObject(template)) return ['template', 'must be an object'];
  if (nameOf(template) === '') return ['template.name', 'is required'];
  if (languageOf(template) === '') return ['template.language', 'is required, such as id or { code: "id" }'];
  return componentFault(template.components);
}

/**
 * A variable's value without line breaks, tabs and more than four spaces in a row. Meta and Twilio refuse a message
 * that has them (https://www.twilio.com/docs/api/errors/63013), and values filled in for a person may.
 */
export const variableText = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').replace(/ {5,}/g, '    ');

/** Every text of a component's parameters, cards of a carousel included, as a variable. */
function withVariableTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withVariableTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'text' && typeof inner === 'string' ? variableText(inner) : withVariableTexts(inner),
    ]),
  );
}

/** Returns the template's part of the request body, or the reason why the template cannot be sent. */
export function templateBody(template: unknown): object | string {
  const fault = templateFault(template);
  if (fault !== null) return `The template is incomplete: ${fault.join(' ')}.`;
  const components = at(template, 'components');
  return {
    name: nameOf(template),
    language: { code: languageOf(template) },
    ...(Array.isArray(components) && components.length > 0 && { components: withVariableTexts(components) }),
  };
}
