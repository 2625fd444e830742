/** What stands on every page. */
export const common = {
  skip: 'Skip to the content',
  navigation: 'Pages',
  language: 'Language',
  status: 'Status',
  guide: 'Guide',
  dashboard: 'Dashboard',
  footer: 'Deresegn asks the bank itself. A screenshot proves nothing; the bank’s answer does.',
  home: 'Start page',
  forged: 'This form is too old, or not ours. Open the page again and repeat what you did.',
};
