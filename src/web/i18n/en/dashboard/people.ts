/** The people of the shop in the dashboard. */
export const people = {
  title: 'People',
  lead: 'The people who check payments with the cashier bot for this account.',
  name: 'Name',
  role: 'Role',
  roles: { owner: 'Owner', cashier: 'Cashier' },
  joined: 'Joined',
  empty: 'Nobody uses the cashier bot with this account yet',
  emptyMeans:
    'Send `/start` to the cashier bot in Telegram to open a shop. It has an account and a dashboard of its own.',
  manage: 'People are invited and removed in the cashier bot: send `/invite` or `/staff`.',
};
