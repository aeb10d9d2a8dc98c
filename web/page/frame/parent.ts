// Messages between a page in a frame and the page around it.
// The height goes to any page, in the forms of Canvas, Embedly, Observable and headwise; the state
// only to the origin that the frame's address names, or to its own.

import type { LabState } from '../../elements/lab/state/state.ts';

/** Milliseconds; changes within it, such as typed letters, are sent once. */
const PAUSE = 200;

/**
 * This page's origin where the page around it has the same; null: it has another, or there is none.
 */
function ownOrigin() {
  try {
    void window.parent.document; // throws for another origin
    return location.origin === 'null' ? null : location.origin;
  } catch {
    return null;
  }
}

/** @param trusted an origin such as https://course.example; null: the frame's own */
export function talkToParent(trusted: string | null) {
  const { parent } = window;
  const framed = parent !== window;
  const origin = trusted ?? ownOrigin();
  let told = 0;
  let timer = 0;

  /** @param to an origin; null: no page */
  function send(message: Record<string, unknown>, to: string | null) {
    if (!framed || to === null) return;
    try {
      parent.postMessage(message, to);
    } catch {
      // not a valid origin
    }
  }

  function tellHeight() {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === told || height === 0) return;
    told = height;
    send({ subject: 'lti.frameResize', height }, '*');
    send({ context: 'iframe.resize', height }, '*');
    send({ type: 'headwise:height', height }, '*');
  }
  if (framed) new ResizeObserver(tellHeight).observe(document.documentElement);

  return {
    serve(lab: { getState: () => LabState; setState: (state: Partial<LabState>) => void }) {
      addEventListener('message', ({ source, origin: from, data }) => {
        if (source !== parent || !framed || from !== origin || origin === null) return;
        const { type, id, state } = Object(data);
        if (type === 'headwise:get-state') {
          send(
            { type: 'headwise:state', state: lab.getState(), ...(id === undefined ? {} : { id }) },
            from,
          );
        } else if (type === 'headwise:set-state' && typeof state === 'object' && state !== null) {
          lab.setState(state);
        }
      });
    },
    tellLoad(backend: unknown) {
      send({ type: 'headwise:load', backend }, '*');
    },
    tellError(error: unknown) {
      const { code = 'internal', message = String(error) } = Object(error);
      send({ type: 'headwise:error', code: String(code), message: String(message) }, '*');
    },
    tellChange(state: LabState, kind: string) {
      clearTimeout(timer);
      timer = window.setTimeout(
        () => send({ type: 'headwise:change', state, kind }, origin),
        PAUSE,
      );
    },
  };
}
