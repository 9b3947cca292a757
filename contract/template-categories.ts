/** The categories of templates, in the product's order. */
export const templateCategories = [
  'Analytics & BI',
  'Development',
  'Business Strategy',
  'Communication',
  'Project Management',
  'Innovation',
  'Team Leadership',
  'AI & ML',
  'Marketing',
  'Sales',
  'Finance',
  'Data Management',
  'Research',
  'Content Creation',
  'Email & Outreach',
  'HR & Recruitment',
  'Risk Management',
  'Documentation',
  'Networking',
  'Operations',
] as const;

/** Where templates are that name no category. */
export const uncategorized = 'Uncategorized';
