// The status line and notices of the lab.
// The engine and its time; facts that the reader needs; and the reason of a failure.

import { codeOf, messageOf } from '../../ui/errors.ts';
import { durationText } from '../../ui/format.ts';
import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { ENGLISH } from './state/state.ts';
import type { Actions, Frame } from './frame.ts';
import type { Messages } from '../../words/en/lab.ts';

export function createStatusLine(messages: Messages) {
  const time = h('span', { class: 'tabular' });
  const backend = h('span', null);
  const running = h('span', null, ' · ', backend);
  const reason = h('span', { class: 'reason', lang: 'en' });
  const why = h('details', { class: 'why' }, h('summary', null, messages.whyOneThread), reason);
  const element = h('div', { class: 'status-line' }, time, running, ' ', why);

  return {
    element,
    update({ answer, stale, error, first, second, awaited }: Frame) {
      const asked = first.tokens.length > 0 && second?.tokens.length !== 0;
      element.hidden = error !== null || !asked;
      running.hidden = !answer?.backend;
      why.hidden = answer?.backend?.threads !== 1 || !answer.backend.reason;
      if (!answer?.backend) {
        const begins = awaited === '' ? messages.starting : '';
        setText(time, answer ? messages.computedBefore : begins);
        return;
      }
      const { threads, simd } = answer.backend;
      // the text stays while the next answer is computed: a flickering line cannot be read
      if (!stale) {
        const milliseconds = durationText(answer.milliseconds);
        setText(time, fillText(messages.computed, { milliseconds }));
      }
      const message = threads === 1 ? messages.backendOne : messages.backendMany;
      setText(
        backend,
        fillText(message, {
          simd: simd === 'fixed' ? messages.simdFixed : messages.simdRelaxed,
          threads,
        }),
      );
      const because = why.hidden ? '' : answer.backend.reason;
      if (reason.textContent !== because) reason.replaceChildren(withLinks(because));
    },
  };
}

/** A sentence with its addresses as links. */
function withLinks(sentence: string) {
  const fragment = document.createDocumentFragment();
  for (const part of sentence.split(/(https?:\/\/[^\s)]*[^\s).,:;])/)) {
    if (!/^https?:/.test(part)) fragment.append(part);
    else {
      const { host } = new URL(part);
      fragment.append(h('a', { href: part, target: '_blank', rel: 'noopener' }, host));
    }
  }
  return fragment;
}

export function createNotices(messages: Messages, actions: Actions) {
  const notice = h('p', { class: 'notice', role: 'status' });
  const what = h('p', { class: 'failure-what' });
  const detail = h('p', { class: 'failure-detail' });
  const again = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => actions.retry() },
    messages.tryAgain,
  );
  const failure = h('div', { class: 'failure', role: 'alert' }, what, detail, again);
  const element = h('div', { class: 'notices' }, notice, failure);
  const failures: Record<string, string> = {
    unsupported: messages.errorUnsupported,
    fetch: messages.errorFetch,
    format: messages.errorFormat,
    memory: messages.errorMemory,
    disposed: messages.errorDisposed,
    internal: messages.errorInternal,
  };

  function noticeOf({ state, source, first, second, awaited, replaced, restarted }: Frame) {
    const { limit } = source;
    if (awaited === ENGLISH) return messages.modelAwaited;
    if (restarted) return messages.restarted;
    if (first.tokens.length === 0) return messages.empty;
    if (state.second !== null && second?.tokens.length === 0) return messages.emptySecond;
    if (first.truncated) return fillText(messages.truncated, { limit });
    if (second?.truncated) return fillText(messages.truncatedSecond, { limit });
    return replaced && state.lesson === null ? messages.modelReplaced : '';
  }

  return {
    element,
    /** @param remark a further sentence, or '' */
    update(frame: Frame, remark: string) {
      const text = [noticeOf(frame), remark].filter(Boolean).join(' ');
      setText(notice, text);
      notice.hidden = text === '';
      const reason = frame.error ?? frame.missing;
      failure.hidden = reason === null;
      if (reason === null) return;
      const said = failures[codeOf(reason)] ?? messages.failed;
      setText(what, frame.error === null ? messages.modelMissing : said);
      quoteEngine(detail, messages.errorDetail, messageOf(reason));
    },
  };
}
