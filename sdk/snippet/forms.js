/*! Laris forms in a shop's pages. MIT. Docs: sdk/snippet/README.md */
(function () {
  'use strict';
  var script = document.currentScript;
  var given = (script && script.dataset) || {};
  if (!script || !given.form) return;
  var address = new URL(script.src).origin + '/f/' + encodeURIComponent(given.form);
  var KEY = 'laris-form:' + given.form;

  var STYLE =
    ':host{all:initial;display:block;--accent:#0f766e;--ink:#0f172a;--soft:#475569;--line:#cbd5e1;--page:#fff;--wrong:#b91c1c;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink)}' +
    '*{box-sizing:border-box}form{margin:0;font:inherit;color:var(--ink)}h2{margin:0 0 4px;font-size:1.25em;line-height:1.3;font-weight:650;text-wrap:balance}' +
    'p{margin:0 0 12px;color:var(--soft);white-space:pre-line}label{display:block;margin:12px 0 4px;font-weight:550}label small{font-weight:400;color:var(--soft)}' +
    'input,select{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--page);color:inherit;font:inherit}' +
    'input[type=checkbox]{width:20px;min-height:20px;height:20px;margin:2px 0 0;flex:none;accent-color:var(--accent)}' +
    '.box{display:flex;gap:10px;align-items:flex-start;font-weight:400;color:var(--soft);font-size:.9em;line-height:1.45}' +
    '.small{margin:12px 0 0;font-size:.875em;line-height:1.45}.wrong{margin:4px 0 0;font-size:.875em;color:var(--wrong)}' +
    '[aria-invalid=true]{border-color:var(--wrong)}button{font:inherit;cursor:pointer}' +
    '.send{width:100%;min-height:44px;margin-top:16px;padding:10px 18px;border:0;border-radius:8px;background:var(--accent);color:#fff;font-weight:600}.send[disabled]{opacity:.6}' +
    ':focus-visible{outline:3px solid var(--accent);outline-offset:2px}.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}' +
    'dialog{width:min(420px,calc(100vw - 32px));max-height:calc(100dvh - 32px);overflow:auto;padding:28px;border:0;border-radius:14px;background:var(--page);color:var(--ink);box-shadow:0 20px 60px rgb(0 0 0/.3)}' +
    'dialog::backdrop{background:rgb(15 23 42/.5)}.close{position:absolute;top:8px;right:8px;width:44px;height:44px;border:0;border-radius:8px;background:none;color:var(--soft);font-size:22px;line-height:1}';

  function make(tag, properties, children) {
    var element = document.createElement(tag);
    Object.keys(properties || {}).forEach(function (name) {
      var value = properties[name];
      if (value === undefined || value === null || value === false) return;
      if (name in element && name !== 'form') element[name] = value;
      else element.setAttribute(name, value);
    });
    (children || []).forEach(function (child) {
      if (child) element.append(child);
    });
    return element;
  }

  /** The visitor has seen it pop up, or has sent it. Where nothing may be kept, it is for this page alone. */
  var seen = false;
  function isSeen() {
    try {
      return seen || localStorage.getItem(KEY) !== null;
    } catch (_) {
      return seen;
    }
  }
  function see() {
    seen = true;
    try {
      localStorage.setItem(KEY, String(Date.now()));
    } catch (_) {
      return;
    }
  }

  function announce(name, detail) {
    document.dispatchEvent(new CustomEvent('laris:form-' + name, { detail: detail }));
  }

  var KINDS = { email: 'email', phone: 'tel', date: 'date', boolean: 'checkbox' };
  var COMPLETE = { email: 'email', phone: 'tel', firstName: 'given-name', lastName: 'family-name' };

  function fieldOf(field, words) {
    var id = 'laris-' + field.name;
    var common = { id: id, name: field.name, required: field.required };
    var wrong = make('p', { className: 'wrong', id: id + '-wrong', hidden: true });
    if (field.kind === 'boolean') {
      var box = make('input', Object.assign(common, { type: 'checkbox', value: '1' }));
      return {
        input: box,
        wrong: wrong,
        shown: [make('label', { className: 'box' }, [box, make('span', { textContent: field.label })]), wrong],
      };
    }
    var input =
      field.kind === 'choice'
        ? make(
            'select',
            common,
            [make('option', { value: '', textContent: words.choose })].concat(
              field.options.map(function (option) {
                return make('option', { value: option, textContent: option });
              }),
            ),
          )
        : make(
            'input',
            Object.assign(common, {
              type: KINDS[field.kind] || 'text',
              autocomplete: COMPLETE[field.kind] || 'off',
              inputMode: field.kind === 'number' ? 'decimal' : undefined,
              maxLength: field.kind === 'text' ? 1000 : 254,
            }),
          );
    var label = make('label', { htmlFor: id, textContent: field.label }, [
      field.required ? null : make('small', { textContent: ' (' + words.optional + ')' }),
    ]);
    return { input: input, wrong: wrong, shown: [label, input, wrong] };
  }

  function build(form, root, onDone) {
    var fields = form.fields.map(function (field) {
      return fieldOf(field, form.words);
    });
    var boxes = form.consents.map(function (consent) {
      return make('input', { type: 'checkbox', name: consent.name, value: '1' });
    });
    var agreed =
      form.consents.length === 1
        ? [make('p', { className: 'small', textContent: form.consents[0].wording })]
        : form.consents.map(function (consent, at) {
            return make('label', { className: 'box' }, [boxes[at], make('span', { textContent: consent.wording })]);
          });
    var stamp = make('input', { type: 'hidden', name: 'stamp', value: form.stamp });
    var said = make('p', { className: 'wrong', role: 'alert', hidden: true });
    var send = make('button', { type: 'submit', className: 'send', textContent: form.button });
    var trap = make('div', { className: 'trap', 'aria-hidden': 'true' }, [
      make('input', { name: form.trap, tabIndex: -1, autocomplete: 'off' }),
    ]);
    var element = make(
      'form',
      { lang: form.language },
      [
        make('h2', { textContent: form.title }),
        form.description && make('p', { textContent: form.description }),
        stamp,
        trap,
      ]
        .concat(
          fields.reduce(function (all, field) {
            return all.concat(field.shown);
          }, []),
        )
        .concat(agreed, [said, send]),
    );

    function tell(element, text) {
      element.textContent = text || '';
      element.hidden = !text;
    }
    function refuse(error) {
      var wrong = (error && error.details && error.details.fields) || {};
      if (error && error.details && error.details.stamp) stamp.value = error.details.stamp;
      var first;
      fields.forEach(function (field) {
        var text = wrong[field.input.name];
        tell(field.wrong, text);
        field.input.setAttribute('aria-invalid', String(Boolean(text)));
        field.input.setAttribute('aria-describedby', field.wrong.id);
        if (text && !first) first = field.input;
      });
      tell(said, wrong.consent || (error && error.message) || form.words.failed);
      if (first) first.focus();
    }
    element.addEventListener('submit', function (event) {
      event.preventDefault();
      send.disabled = true;
      fetch(address + '?format=json', { method: 'POST', body: new URLSearchParams(new FormData(element)) })
        .then(function (answer) {
          return answer.json();
        })
        .then(function (answer) {
          if (answer.error) return refuse(answer.error);
          see();
          announce('sent', { id: form.id });
          if (answer.data.url) return window.location.assign(answer.data.url);
          element.replaceChildren(
            make('h2', { textContent: answer.data.title, tabIndex: -1 }),
            make('p', { role: 'status', textContent: answer.data.text }),
          );
          element.firstChild.focus();
          if (onDone) onDone();
        })
        .catch(function () {
          refuse(null);
        })
        .then(function () {
          send.disabled = false;
        });
    });
    root.append(element);
  }

  /** A tree of its own: the shop's style stays outside, and the form's inside. */
  function hostOf(place) {
    var host = make('div', { className: 'laris-form' });
    place(host);
    var root = host.attachShadow({ mode: 'open' });
    try {
      var sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
    } catch (_) {
      root.append(make('style', { textContent: STYLE }));
    }
    if (given.accent) host.style.setProperty('--accent', given.accent);
    return root;
  }

  function show(form) {
    fetch(address + '?event=view', { method: 'POST', keepalive: true }).catch(function () {});
    announce('shown', { id: form.id });
  }

  function popUp(form) {
    if (isSeen()) return;
    var waits = [];
    function open() {
      waits.splice(0).forEach(function (stop) {
        stop();
      });
      if (isSeen()) return;
      see();
      var root = hostOf(function (host) {
        document.body.append(host);
      });
      var close = make('button', {
        type: 'button',
        className: 'close',
        textContent: '×',
        'aria-label': form.words.close,
      });
      var dialog = make('dialog', { 'aria-label': form.title }, [close]);
      function end() {
        dialog.close();
      }
      close.addEventListener('click', end);
      dialog.addEventListener('click', function (event) {
        if (event.target === dialog) end();
      });
      dialog.addEventListener('close', function () {
        root.host.remove();
      });
      root.append(dialog);
      build(form, dialog);
      dialog.showModal();
      show(form);
    }
    function on(target, type, listener) {
      target.addEventListener(type, listener, { passive: true });
      waits.push(function () {
        target.removeEventListener(type, listener);
      });
    }
    var at = form.popup;
    if (at.delaySeconds !== null) {
      var timer = setTimeout(open, at.delaySeconds * 1000);
      waits.push(function () {
        clearTimeout(timer);
      });
    }
    if (at.scrollPercent !== null)
      on(window, 'scroll', function () {
        var page = document.documentElement;
        if ((window.scrollY + window.innerHeight) * 100 >= page.scrollHeight * at.scrollPercent) open();
      });
    if (at.onExit)
      on(document, 'mouseout', function (event) {
        if (!event.relatedTarget && event.clientY <= 0) open();
      });
  }

  fetch(address + '?format=json')
    .then(function (answer) {
      return answer.json();
    })
    .then(function (answer) {
      var form = answer.data;
      if (!form) return;
      if (form.popup) return popUp(form);
      build(
        form,
        hostOf(function (host) {
          script.after(host);
        }),
      );
      show(form);
    })
    .catch(function () {});
})();
