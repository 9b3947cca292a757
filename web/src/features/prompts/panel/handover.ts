import { routes } from '#contract/routes.ts';
import type { PromptText } from '#web/data/prompts/prompt-values.ts';
import { draftTarget, type PanelRequest } from './panel-request.ts';

/** The unsaved text of a form that goes on in another one, from the panel to the page or back. */
export interface Handover {
  /** The key of its drafts. */
  readonly target: string;
  /** The id under which the first form stored its draft; the second one continues it. */
  readonly writer: string;
  readonly text: PromptText;
  /** The page to return to. */
  readonly from: string;
}

/** In memory, so that it also works on a device without space; a reload offers the draft. */
let handed: Handover | null = null;

export function handOver(handover: Handover | null): void {
  handed = handover;
}

/** Returns the text that was handed to a form of this request; null if there is none. */
export function handedTo(request: PanelRequest): Handover | null {
  return handed?.target === draftTarget(request) ? handed : null;
}

/** Returns the address of the page for a request. */
export function fullPageOf(request: PanelRequest): string {
  switch (request.mode) {
    case 'edit':
      return routes.editPrompt(request.prompt.id);
    case 'fork':
      return `${routes.newPrompt}?fork=${encodeURIComponent(request.source.id)}`;
    case 'create': {
      if (request.copyOf !== undefined) {
        return `${routes.newPrompt}?copy=${encodeURIComponent(request.copyOf)}`;
      }
      const groupId = request.start?.groupId;
      const query = new URLSearchParams([
        ...(request.teamId ? [['team', request.teamId]] : []),
        ...(groupId ? [['group', groupId]] : []),
      ]).toString();
      return query === '' ? routes.newPrompt : `${routes.newPrompt}?${query}`;
    }
    default:
      return request satisfies never;
  }
}
