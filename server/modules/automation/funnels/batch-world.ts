/**
 * The database as the funnel machine sees it, for a batch of people. Questions of all people are answered by one
 * statement each, and all effects are written together, in the batch's transaction: so a step's effect and the move to
 * the next step happen both or neither.
 */
import { orderedId } from '@/server/platform/db/new-id';
import { orNotFound as required, type StatementTx } from '@/server/platform/db/workspace';
import { oneFor, Rounds } from '@/server/platform/engine/rounds';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import { resolveSegments } from '@/server/modules/audience/audience-segments/resolve';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { Effects } from '@/server/modules/automation/funnels/effects';
import type { WaitProperty } from '@/server/modules/automation/funnels/step-schema';
import * as facts from '@/server/modules/automation/funnels/facts';
import * as messageFacts from '@/server/modules/automation/funnels/message-facts';
import type { World } from '@/server/modules/automation/funnels/machine';
import { mintAll, type Minting } from '@/server/modules/automation/funnels/minting';
import { withFunnel, withoutCode } from '@/server/modules/automation/funnels/own-content';
import { isByEvent, isBySegment, type EnrolmentState } from '@/server/modules/automation/funnels/enrolment-state';
import type { Plan } from '@/server/modules/automation/funnels/versions';

/** A contact of a batch. */
export interface LedContact {
  id: string;
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  externalRef: string | null;
  /** The time zone in which the contact's days begin and end. */
  zone: string;
}

/** A person in a funnel, with the plan that leads them. */
export interface Led {
  state: EnrolmentState;
  contact: LedContact;
  plan: Plan;
}

export interface BatchWorld {
  worldOf(led: Led): World;
  /** Writes all effects that are not written yet. */
  write(): Promise<void>;
}

/**
 * Makes the world of a batch. Each contact may be in a batch only once, because effects on a contact become visible
 * only when they are written.
 */
export function batchWorld(tx: StatementTx, led: readonly Led[]): BatchWorld {
  const { now } = tx;
  const effects = new Effects(tx);
  const rounds = new Rounds(() => effects.write());
  const byEnrolment = new Map(led.map((each) => [each.state.id, each]));
  const ledAs = (enrolmentId: string): Led => required(byEnrolment.get(enrolmentId));

  const channel = rounds.question(async (providers: readonly ProviderId[]) => {
    const newest = await facts.readChannels(tx, providers);
    return (provider) => newest.get(provider) ?? null;
  });
  const exits = rounds.question(async (enrolmentIds: readonly string[]) => {
    const answers = await facts.readExits(
      tx,
      enrolmentIds.map((id) => exitQuestionOf(ledAs(id))),
    );
    return (id) => required(answers.get(id));
  });
  const codeState = rounds.question(async (codeIds: readonly string[]) => {
    const states = await facts.readCodes(tx, codeIds);
    return (id) => states.get(id) ?? 'ready';
  });
  const listExists = rounds.question(async (listIds: readonly string[]) => {
    const lists = await facts.readLists(tx, listIds);
    return (id) => lists.has(id);
  });
  const segment = rounds.question(async (segmentIds: readonly string[]) => {
    const definitions = new Map<string, Definition | undefined>();
    for (const id of segmentIds) definitions.set(id, (await resolveSegments(tx, [id]))[0]);
    return (id) => definitions.get(id);
  });
  const writings = new Map<string, messageFacts.Writing>();
  const written = rounds.question(async (enrolmentIds: readonly string[]) => {
    const those = await messageFacts.readWrittenTo(
      tx,
      enrolmentIds.map((id) => required(writings.get(id))),
    );
    return (id) => those.has(id);
  });
  const mintings = new Map<string, Minting>();
  const minted = rounds.question(async (keys: readonly string[]) => {
    const codes = await mintAll(
      tx,
      keys.map((key) => required(mintings.get(key))),
    );
    return (key) => required(codes.get(key));
  });
  const messageAnswers = rounds.question(async (keys: readonly string[]) => {
    const answers = await messageFacts.readMessageAnswers(tx, keys.map(stepOfKey));
    return (key) => answers.get(key);
  });
  const madeMessages = rounds.question(async (keys: readonly string[]) => {
    const made = await messageFacts.readMadeMessages(tx, keys.map(stepOfKey));
    return (key) => made.get(key) ?? null;
  });
  const unheard = rounds.question(async (contactIds: readonly string[]) => {
    const has = await facts.readUnheard(tx, contactIds, now);
    return (contactId) => (events: Parameters<typeof has>[1]) => has(contactId, events);
  });

  const happened = oneFor((asked: string) =>
    rounds.question(async (enrolmentIds: readonly string[]) => {
      const { name, where } = JSON.parse(asked) as { name: string; where: WaitProperty[] };
      const states = enrolmentIds.map((id) => ledAs(id).state);
      const those = await facts.readHappened(tx, { name, where }, states);
      return (id) => those.has(id);
    }),
  );

  const reach = oneFor((family: Family) =>
    rounds.question(async (contactIds: readonly string[]) => {
      const reaches = await facts.readReach(tx, family, contactIds);
      return (contactId) => reaches.get(contactId) ?? { recipient: null, optedOut: false };
    }),
  );
  const messageCount = oneFor((since: number) =>
    rounds.question(async (contactIds: readonly string[]) => {
      const counts = await messageFacts.readMessageCounts(tx, contactIds, new Date(since));
      return (contactId) => counts.get(contactId) ?? 0;
    }),
  );
  const membership = oneFor((definition: string) =>
    rounds.question(async (contactIds: readonly string[]) => {
      const members = await facts.readMembers(tx, JSON.parse(definition) as Definition, contactIds, now);
      return (contactId) => members.has(contactId);
    }),
  );

  function worldOf({ state, contact, plan }: Led): World {
    const { id: enrolmentId, contactId, cart } = state;
    const { funnelId, definition } = plan;
    const isIn = (asked: Definition): Promise<boolean> => membership(JSON.stringify(asked))(contactId);
    const list = async (listId: string, adds: boolean): Promise<boolean> => {
      if (!(await listExists(listId))) return false;
      effects.list({ listId, contactId, adds });
      return true;
    };
    return {
      now,
      zone: contact.zone,
      async exitRule() {
        const { isRecovered, hasBought, cartOptedOut, leftList } = await exits(enrolmentId);
        const isAboutCart = definition.trigger.type === 'abandoned_cart';
        if (isAboutCart && isRecovered) return 'recovered';
        if ((isAboutCart || definition.exits.includes('purchase')) && hasBought) return 'purchase';
        if (isAboutCart && cartOptedOut) return 'cart_opted_out';
        if (leftList) return 'left_list';
        const { trigger, exits: rules } = definition;
        if (trigger.type === 'segment_entered' && rules.includes('left_segment') && isBySegment(state.triggerRef)) {
          const asked = await segment(trigger.segmentId);
          if (asked !== undefined && !(await isIn(asked))) return 'left_segment';
        }
        return null;
      },
      channelOf: channel,
      reachIn: (family) => reach(family)(contactId),
      messagesSince: (since) => messageCount(since.getTime())(contactId),
      isIn,
      async messageIs(stepId, is) {
        return (await messageAnswers(`${enrolmentId} ${stepId}`))?.has(is) ?? false;
      },
      async cartIsRecovered() {
        return (await exits(enrolmentId)).isRecovered;
      },
      hasHappened: (name, where) => happened(JSON.stringify({ name, where }))(enrolmentId),
      async hasUnheard(events) {
        return (await unheard(contactId))(events);
      },
      isWrittenTo({ id: stepId, config }, recipient) {
        writings.set(enrolmentId, { enrolmentId, funnelId, stepId, contactId, provider: config.provider, recipient });
        return written(enrolmentId);
      },
      codeInShops: ({ id }) => codeState(id),
      messageOf: (stepId) => madeMessages(`${enrolmentId} ${stepId}`),
      send(step, { channelId, recipient, code, withoutCode: leavesCodeOut }) {
        const { provider } = step.config;
        const { perBroadcast, family } = providerEntry(provider);
        const messageId = orderedId();
        const { contentId } = required(plan.of.contents[step.id]);
        const message = {
          id: messageId,
          funnelId,
          stepId: step.id,
          enrolmentId,
          contactId: perBroadcast === true ? null : contactId,
          channelId,
          provider,
          recipient,
          contentId,
        };
        if (family === 'webhook') {
          const { zone: _zone, ...person } = contact;
          const funnel = {
            funnelId,
            stepId: step.id,
            enrolmentId,
            contact: person,
            cart: cart === null ? null : { value: cart.value, currency: cart.currency, url: cart.url },
            discountCode: code?.code ?? null,
          };
          effects.message({ ...message, ownContent: withFunnel(funnel) });
        } else effects.message(leavesCodeOut ? { ...message, ownContent: withoutCode } : message);
        return messageId;
      },
      mint(step) {
        const key = `${enrolmentId} ${step.id}`;
        mintings.set(key, { enrolmentId, funnelId, contactId, step });
        return minted(key);
      },
      updateContact: (attributes) => effects.updateContact(contactId, attributes),
      putOnList: (listId) => list(listId, true),
      takeOffList: (listId) => list(listId, false),
    };
  }

  return { worldOf, write: () => effects.write() };
}

function stepOfKey(key: string): { enrolmentId: string; stepId: string } {
  const [enrolmentId = '', stepId = ''] = key.split(' ');
  return { enrolmentId, stepId };
}

function exitQuestionOf({ state, plan: { definition } }: Led): facts.ExitQuestion {
  const { id, contactId, enteredAt, cart, triggerRef } = state;
  const { trigger, exits } = definition;
  const leavesWithList = trigger.type === 'list_added' && exits.includes('left_list') && isByEvent(triggerRef);
  return {
    id,
    contactId,
    enteredAt,
    reminderId: cart?.kind === 'reminder' ? cart.id : null,
    checkoutId: cart?.kind === 'checkout' ? cart.id : null,
    isAboutCart: trigger.type === 'abandoned_cart',
    listId: leavesWithList ? trigger.listId : null,
  };
}
