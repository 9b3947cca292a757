const proposals = ['proposals'] as const;

/** The keys of queries about proposals. Not in query-keys.ts, which the first page loads. */
export const proposalKeys = {
  all: proposals,
  list: (userId: string, box: string, isOpen: boolean) =>
    [...proposals, 'list', userId, box, isOpen] as const,
  lists: [...proposals, 'list'] as const,
  count: (userId: string) => [...proposals, 'count', userId] as const,
  details: [...proposals, 'detail'] as const,
  detail: (id: string) => [...proposals, 'detail', id] as const,
  accepted: (id: string) => [...proposals, 'accepted', id] as const,
  allNeeded: [...proposals, 'needed'] as const,
  needed: (promptId: string) => [...proposals, 'needed', promptId] as const,
};
