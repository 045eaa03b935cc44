/**
 * Documents for shoppers, mail programs and crawlers: TSX that becomes HTML on the server, without JavaScript. Next
 * route handlers send them (app/document.ts); Fastify in front keeps unchanged ones.
 */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** @param html the `<html>` element; React escapes all text and attributes in it */
export const renderDocument = (html: ReactElement): string => `<!doctype html>${renderToStaticMarkup(html)}\n`;
