/** Messages about payments, which the first page doesn't load. Part of the specification. */
export const paymentMessages = {
  plan: 'Premium Plan',
  price: '$39',
  perYear: 'per year',
  perDay: 'less than $0.11 per day',
  mostPopular: 'MOST POPULAR',
  currentlyFree: 'Currently Free',
  noPayment: 'No payment required',
  upgrade: 'Upgrade',
  failed: "The payment provider isn't responding. Please try again.",
  signInForPremium: 'Please sign in to use premium features',
} as const;
