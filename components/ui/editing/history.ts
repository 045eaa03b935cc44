import { isRecord } from '@/server/platform/lib/narrow';
/** Back, Forward and the phone's gesture, asked about before they take a page away. */

interface Watch {
  /** Checks whether there is anything to lose right now. */
  isGuarded: () => boolean;
  /** Asks the person; `act` goes where Back was about to lead. */
  ask: (act: () => void) => void;
}

export interface HistoryGuard {
  /** There is something to lose from now on. */
  begin: () => void;
  /** The page moved to another address. */
  arrive: () => void;
  stop: () => void;
}

const nothing = () => undefined;

/** Browsers with the Navigation API say beforehand where Back leads, and take a no; the history stays as it is. */
function watchTraversals(navigation: Navigation, { isGuarded, ask }: Watch): HistoryGuard {
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || event.hashChange || !isGuarded()) return;
    event.preventDefault();
    const { key } = event.destination;
    // An entry that is gone by then leaves the page where it is.
    ask(() => void navigation.traverseTo(key).committed?.catch(nothing));
  };
  navigation.addEventListener('navigate', onNavigate);
  return { begin: nothing, arrive: nothing, stop: () => navigation.removeEventListener('navigate', onNavigate) };
}

const TOP = 'larisGuard';
const BELOW = 'larisGuarded';

function markOf(state: unknown, name: typeof TOP | typeof BELOW): string | null {
  const mark = isRecord(state) ? state[name] : null;
  return typeof mark === 'string' ? mark : null;
}

const kept = (state: unknown): Record<string, unknown> => (isRecord(state) ? state : {});

/**
 * Elsewhere Back is heard of when it has happened. So the page gets a second entry of the same address as soon as there
 * is something to lose: Back leads from it to the page's own entry, which changes nothing, and the person is asked.
 * The second entry stays when all is saved; Back then passes over both.
 */
function watchEntries({ isGuarded, ask }: Watch): HistoryGuard {
  const { history } = window;
  let top = markOf(history.state, TOP);
  let length = history.length;
  let isReturning = false;
  /**
   * Still on the second entry, whose mark the router or the page itself has written over: a new one would be longer.
   */
  const isOnTop = (): boolean => top !== null && history.length === length;
  const mark = (name: typeof TOP | typeof BELOW, value: string): void =>
    // What the router keeps in an entry goes along, or it would load the page anew.
    history.replaceState({ ...kept(history.state), [name]: value }, '');
  const onPop = ({ state }: PopStateEvent) => {
    const from = top;
    top = markOf(state, TOP);
    if (isReturning) {
      isReturning = false;
      return;
    }
    if (from === null || markOf(state, BELOW) !== from) return;
    if (!isGuarded()) {
      history.back();
      return;
    }
    isReturning = true;
    history.forward();
    ask(() => history.go(-2));
  };
  window.addEventListener('popstate', onPop);
  return {
    begin: () => {
      if (top !== null && isOnTop()) return mark(TOP, top);
      const state: unknown = history.state;
      const id = Math.random().toString(36).slice(2);
      mark(BELOW, id);
      history.pushState({ ...kept(state), [TOP]: id }, '');
      top = id;
      length = history.length;
    },
    arrive: () => {
      if (top !== null && isOnTop()) mark(TOP, top);
      else top = markOf(history.state, TOP);
    },
    stop: () => window.removeEventListener('popstate', onPop),
  };
}

export function guardHistory(watch: Watch): HistoryGuard {
  const navigation = (window as { navigation?: Navigation }).navigation;
  return navigation === undefined ? watchEntries(watch) : watchTraversals(navigation, watch);
}
