/** `template`: what a new broadcast begins with, so that a template's page can link to it. */
export const ADDRESS = { template: '' };
