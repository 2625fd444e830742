/** The dashboard's settings: account, plan, overage, sessions. */
export const settings = {
  title: 'Settings',
  account: 'Account',
  name: 'Name',
  id: 'Account ID',
  idHint: 'Support and the operator of this service ask for it.',
  timeZone: 'Time zone',
  created: 'Created',
  plan: 'Plan',
  verifications: { day: 'Verifications a day', month: 'Verifications a month' },
  reads: 'Pictures a month',
  requests: 'Payment requests kept',
  contract: 'By contract',
  sessions: 'Signed-in devices',
  everywhere: 'Sign out everywhere',
  everywhereMeans:
    'If a phone is lost: this signs out all phones and computers of this account. Keys keep working.',
  everywhereConfirm: 'Yes, end all sessions',
};
