// The status line and notices of the lab.
// The engine and its time; facts that the reader needs; and the reason of a failure.

import { button } from '../../ui/controls.ts';
import { codeOf, messageOf } from '../../ui/errors.ts';
import { durationText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { ENGLISH } from './state/state.ts';
import type { Actions, Frame } from './frame.ts';
import type { Messages } from '../../words/en/lab.ts';

/** @returns the line's view; null: before the first frame */
export function createStatusLine(messages: Messages) {
  /** it stays while the next answer is computed: a flickering text cannot be read */
  let time = '';

  function timeOf({ answer, stale, awaited }: Frame) {
    if (!answer) return awaited === '' ? messages.starting : '';
    if (!answer.backend) return messages.computedBefore;
    const milliseconds = durationText(answer.milliseconds);
    return stale ? time : sayText(messages.computed, { milliseconds });
  }

  return (frame: Frame | null) => {
    const isAsked = frame && frame.first.tokens.length > 0 && frame.second?.tokens.length !== 0;
    const backend = frame?.answer?.backend;
    const reason = (backend?.threads === 1 && backend.reason) || '';
    if (frame) time = timeOf(frame);
    return html`<div class="status-line" hidden=${frame && (frame.error !== null || !isAsked)}>
      <span class="tabular">${time}</span>
      <span hidden=${!backend}> · <span>${backend && backendText(messages, backend)}</span></span>
      ${' '}
      <details class="why" hidden=${!reason}>
        <summary>${messages.whyOneThread}</summary>
        <span class="reason" lang="en">${withLinks(reason)}</span>
      </details>
    </div>`;
  };
}

function backendText(
  messages: Messages,
  { threads, simd }: NonNullable<NonNullable<Frame['answer']>['backend']>,
) {
  return sayText(threads === 1 ? messages.backendOne : messages.backendMany, {
    simd: simd === 'fixed' ? messages.simdFixed : messages.simdRelaxed,
    threads,
  });
}

/** A sentence with its addresses as links. */
function withLinks(sentence: string) {
  return sentence
    .split(/(https?:\/\/[^\s)]*[^\s).,:;])/)
    .map((part, i) =>
      i % 2 === 0
        ? part
        : html`<a href=${part} target="_blank" rel="noopener">${new URL(part).host}</a>`,
    );
}

/**
 * Notices above the views.
 *
 * @param frame null: before the first
 * @param remark a further sentence, or ''
 */
export function notices(messages: Messages, actions: Actions, frame: Frame | null, remark: string) {
  const text = frame && [noticeOf(messages, frame), remark].filter(Boolean).join(' ');
  const reason = frame && (frame.error ?? frame.missing);
  return html`<div class="notices">
    <p class="notice" role="status" hidden=${text === ''}>${text}</p>
    <div class="failure" role="alert" hidden=${reason === null}>
      <p class="failure-what">${frame && reason !== null && failureOf(messages, frame)}</p>
      <p class="failure-detail">
        ${reason !== null && quoteEngine(messages.errorDetail, messageOf(reason))}
      </p>
      ${button(messages.tryAgain, actions.retry, { look: 'quiet', classes: 'filled' })}
    </div>
  </div>`;
}

function noticeOf(messages: Messages, frame: Frame) {
  const { state, source, first, second, awaited, replaced, restarted } = frame;
  const { limit } = source;
  if (awaited === ENGLISH) return messages.modelAwaited;
  if (restarted) return messages.restarted;
  if (first.tokens.length === 0) return messages.empty;
  if (state.second !== null && second?.tokens.length === 0) return messages.emptySecond;
  if (first.truncated) return sayText(messages.truncated, { limit });
  if (second?.truncated) return sayText(messages.truncatedSecond, { limit });
  return replaced && state.lesson === null ? messages.modelReplaced : '';
}

function failureOf(messages: Messages, { error, missing }: Frame) {
  if (error === null) return messages.modelMissing;
  const failures: Record<string, string> = {
    unsupported: messages.errorUnsupported,
    fetch: messages.errorFetch,
    format: messages.errorFormat,
    memory: messages.errorMemory,
    disposed: messages.errorDisposed,
    internal: messages.errorInternal,
  };
  return failures[codeOf(error ?? missing)] ?? messages.failed;
}
