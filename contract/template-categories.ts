/** The categories of templates, in display order. */
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

/** The category of templates without one. */
export const uncategorized = 'Uncategorized';
