/**
 * Documents for shoppers, mail programs and crawlers: TSX that becomes HTML on the server and brings no JavaScript.
 * They are answered by Fastify itself and not handed to Next: a Next route handler adds nothing to a document that
 * hydrates nothing, and costs four fifths of the throughput (design/stack.md, "Speed").
 */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** @param html the `<html>` element; React escapes all text and attributes in it */
export const renderDocument = (html: ReactElement): string => `<!doctype html>${renderToStaticMarkup(html)}\n`;
