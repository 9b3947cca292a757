/** The rights that a share can give. */
export const shareRoles = [
  { value: 'viewer', label: 'Can view' },
  { value: 'editor', label: 'Can edit' },
] as const;
