'use client';
/** The questions about passkeys that a page asks of the browser. The library comes with the first question. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useSyncExternalStore } from 'react';

/** Names a host by numbers, for which browsers make no passkeys. */
const NUMBERS = /^\[|^\d+(?:\.\d+){3}$/;

const never = () => () => undefined;
const canHere = (): boolean =>
  'PublicKeyCredential' in window && window.isSecureContext && !NUMBERS.test(window.location.hostname);

/** Checks whether this browser makes and shows passkeys at this address; false until the page is alive. */
export const useCanPasskey = (): boolean => useSyncExternalStore(never, canHere, () => false);

/** The person put it off, or it took too long. */
class PutOff extends Error {}

export const isPutOff = (error: unknown): boolean => error instanceof PutOff;

/** Names of the library and the browser for a question that the person closed. */
const CLOSED: readonly string[] = ['NotAllowedError', 'AbortError'];

/** The browser has this one already. */
export const isKnownAlready = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

async function answered(question: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await question);
  } catch (error) {
    throw error instanceof Error && CLOSED.includes(error.name) ? new PutOff(error.message) : error;
  }
}

/**
 * A new passkey. @param options of the server, as JSON @returns the answer, as JSON @throws an error of isPutOff or
 * isKnownAlready, or the browser's
 */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return await answered(
    startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON }),
  );
}

/** An answer of one that is there. @throws as makePasskey */
export async function showPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return await answered(
    startAuthentication({ optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON }),
  );
}
