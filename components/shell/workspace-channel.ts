/** The channel on which the tabs of one browser, which share one session, tell each other which workspace it is in. */

const CHANNEL = 'laris-workspace';
const MISMATCH = 'laris:other-workspace';

/** Tells the other tabs that the session went into this workspace. */
export function announceWorkspace(workspaceId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(workspaceId);
  channel.close();
}

/** The server refused a call of this page: the session is in another workspace. */
export const announceMismatch = (): boolean => window.dispatchEvent(new Event(MISMATCH));

/** @param onMessage told the workspace that another tab went into; null when only that it is another one is known */
export function onWorkspace(onMessage: (workspaceId: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => typeof data === 'string' && onMessage(data);
  const onMismatch = (): void => onMessage(null);
  window.addEventListener(MISMATCH, onMismatch);
  return () => {
    channel.close();
    window.removeEventListener(MISMATCH, onMismatch);
  };
}
