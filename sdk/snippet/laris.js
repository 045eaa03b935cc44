/*! Laris for a shop's pages. MIT. Docs: sdk/snippet/README.md */
(function () {
  'use strict';
  var script = document.currentScript;
  var given = (script && script.dataset) || {};
  /** A path of the shop's own server; without it nothing is told to anybody. */
  var endpoint = given.endpoint;
  var DAY = 86400000;
  var KEEP = Number(given.days || 30) * DAY;
  var PREFIX = 'laris:';

  /** Kept in the browser for so many days; where that is not allowed, for this page. */
  var memory = {};
  function keep(name, value) {
    memory[name] = { at: Date.now(), value: value };
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(memory[name]));
    } catch (_) {
      return;
    }
  }
  function kept(name) {
    var found = memory[name];
    try {
      found = found || JSON.parse(localStorage.getItem(PREFIX + name) || 'null');
    } catch (_) {
      found = null;
    }
    return found && Date.now() - found.at < KEEP ? found.value : null;
  }

  /** Tells the shop's own server. Resolves with its answer, or null; a page never waits for it, nor fails by it. */
  function tell(type, data) {
    if (!endpoint) return Promise.resolve(null);
    var body = JSON.stringify({ type: type, data: data, url: location.href, at: new Date().toISOString() });
    return fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body,
      credentials: 'same-origin',
      // The page may be left meanwhile.
      keepalive: body.length < 60000,
    })
      .then(function (answer) {
        return answer.ok && answer.status !== 204 ? answer.json() : null;
      })
      .catch(function () {
        return null;
      });
  }

  function announce(name, detail) {
    document.dispatchEvent(new CustomEvent(PREFIX + name, { detail: detail }));
  }

  /** A code that stands in an address may be anything that somebody has written there. */
  function codeIn(text) {
    return /^[A-Za-z0-9_-]{1,50}$/.test(text || '') ? text : null;
  }

  function arrive() {
    var query = new URLSearchParams(location.search);
    var path = /\/r\/([a-z0-9]{8})\/?$/.exec(location.pathname);
    var friend = path ? path[1] : codeIn(query.get('r'));
    if (friend && kept('referral') !== friend) {
      keep('referral', friend);
      // The hosted page of a link has counted whoever comes from there.
      if (query.get('counted') !== '1') tell('referral_click', { code: friend });
      announce('referral', friend);
    }
    var affiliate = codeIn(query.get('ref'));
    if (affiliate) {
      keep('affiliate', { code: affiliate, clickId: codeIn(query.get('click')) });
      announce('affiliate', kept('affiliate'));
    }
    var discount = codeIn(query.get('discount'));
    if (discount) {
      keep('discount', discount.toUpperCase());
      announce('discount', discount.toUpperCase());
    }
  }

  /** Fields that wait for the code: <input data-laris-discount>. What the buyer has typed stays. */
  function fill() {
    var code = kept('discount');
    if (!code) return;
    document.querySelectorAll('input[data-laris-discount]').forEach(function (field) {
      if (field.value !== '') return;
      field.value = code;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  var early = (window.laris && window.laris.q) || [];
  var laris = {
    /** Code of the friend who invited, or null: `linkCode` of the sign-up. */
    referral: function () {
      return kept('referral');
    },
    /** { code, clickId } of the affiliate's link, or null: for the order. */
    affiliate: function () {
      return kept('affiliate');
    },
    /** Discount code of the link that led here, or null. */
    discount: function () {
      return kept('discount');
    },
    /** A product was looked at: { id, name?, price?, currency? } */
    product: function (product) {
      return tell('product_viewed', product);
    },
    /** The cart has changed: { id, value, currency, items: [{ productRef?, name, quantity, price }] } */
    cart: function (cart) {
      return tell('cart_updated', cart);
    },
    /** After an order: what is kept goes, so that the next one begins anew. */
    forget: function () {
      ['referral', 'affiliate', 'discount'].forEach(function (name) {
        delete memory[name];
        try {
          localStorage.removeItem(PREFIX + name);
        } catch (_) {
          return;
        }
      });
    },
  };
  window.laris = laris;
  arrive();
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fill);
  else fill();
  early.forEach(function (call) {
    laris[call[0]](call[1]);
  });
})();
