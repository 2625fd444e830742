// Generated from openapi.json by `npm run docs`.

export interface paths {
    "/api/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify a receipt at its bank */
        post: operations["verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Poll a request that was answered 202 */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify up to a hundred receipts */
        post: operations["verifyBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a batch and its results */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find the bank of a link, reference or text */
        post: operations["resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Usage of the key and its account */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receiving-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List receiving accounts */
        get: operations["listReceivingAccounts"];
        put?: never;
        /** Add a receiving account */
        post: operations["addReceivingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/receiving-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a receiving account */
        delete: operations["removeReceivingAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payment requests */
        get: operations["listPaymentRequests"];
        put?: never;
        /** Create a payment request */
        post: operations["createPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a payment request */
        get: operations["getPaymentRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-requests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an open payment request */
        post: operations["cancelPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-requests/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept a payment in review */
        post: operations["acceptPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-requests/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse a payment in review */
        post: operations["refusePaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /** Create a webhook endpoint */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a webhook endpoint */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /** Remove a webhook endpoint */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        /** Change, pause or resume a webhook endpoint */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a webhook endpoint */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last deliveries to a webhook endpoint */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver an example of an event */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{id}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver an event again */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events of the account in the last 30 days */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the supported banks */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health of the service and of each bank */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify-image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify the receipt in one to five pictures */
        post: operations["verifyImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-requests/{id}/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand a receipt in for a payment request */
        post: operations["handInReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Key of a bank or wallet
         * @enum {string}
         */
        ProviderKey: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
        /**
         * @description The layout of a receipt
         * @enum {string}
         */
        ReceiptSource: "telebirr-html" | "mb-json" | "cbe-pdf" | "cbebirr-pdf" | "boa-json" | "dashen-html" | "dashen-pdf" | "awash-html" | "ebirr-html" | "abay-html" | "zemen-pdf" | "mpesa-pdf" | "amhara-json" | "wegagen-json" | "siinqee-pdf" | "berhan-pdf" | "ahadu-pdf" | "bunna-page" | "chapa-page" | "oromia-pdf" | "zamzam-json" | "hulubeje-dxxrdv";
        /**
         * @description Machine-readable code of an error
         * @enum {string}
         */
        ErrorCode: "invalid_json" | "invalid_request" | "missing_key" | "invalid_key" | "revoked_key" | "insufficient_scope" | "not_found" | "method_not_allowed" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "too_many_waiting" | "quota_exceeded" | "image_cap_reached" | "ocr_daily_cap_reached" | "detection_failed" | "ai_not_configured" | "provider_down" | "unavailable" | "internal";
        /**
         * @description Machine-readable reason of an error without a code
         * @enum {string}
         */
        ErrorReason: "unsupported_url" | "unsupported_reference" | "needs_account" | "needs_phone" | "needs_link" | "ambiguous" | "doubtful_reading" | "bank_busy" | "bank_timeout" | "bank_unreachable" | "bank_blocked" | "not_found" | "not_settled" | "mismatch" | "unreadable";
        /** @description The bank's own fields; `source` identifies the layout */
        Receipt: {
            source: components["schemas"]["ReceiptSource"];
        } & {
            [key: string]: unknown;
        };
        /** @description One shape for every bank */
        Payment: {
            /** @description Decimal string with two places */
            amount: string;
            currency: string;
            fee: string | null;
            vat: string | null;
            total: string | null;
            payer: {
                name: string | null;
                account: string | null;
            };
            receiver: {
                name: string | null;
                account: string | null;
                bank: string | null;
            };
            /** @description The number the bank prints */
            reference: string;
            /** @constant */
            status: "settled";
            paidAt: string | null;
            reason: string | null;
            channel: string | null;
        };
        /** @description Present when `expect` was sent, or when the account has saved receiving accounts */
        Checks: {
            /** @description True when every check present is ok */
            ok: boolean;
            amount?: {
                ok: boolean;
                /**
                 * @description When `ok` is false: the receipt does not print it, prints something else, or is not clear enough
                 * @enum {string}
                 */
                reason?: "not_printed" | "mismatch" | "ambiguous";
                /** @description Decimal string with two places */
                expected: string;
                /** @description Decimal string with two places */
                actual: string;
                /** @description Decimal string with two places */
                difference: string;
            };
            receiver?: {
                ok: boolean;
                /**
                 * @description When `ok` is false: the receipt does not print it, prints something else, or is not clear enough
                 * @enum {string}
                 */
                reason?: "not_printed" | "mismatch" | "ambiguous";
                /** @enum {string} */
                match: "exact" | "masked" | "name" | "none";
                confidence: number;
            };
            bank?: {
                ok: boolean;
                /**
                 * @description When `ok` is false: the receipt does not print it, prints something else, or is not clear enough
                 * @enum {string}
                 */
                reason?: "not_printed" | "mismatch" | "ambiguous";
                expected: string;
                /** @description A provider key, or the printed name where it matches no known bank */
                actual: string;
            };
            age?: {
                ok: boolean;
                /**
                 * @description When `ok` is false: the receipt does not print it, prints something else, or is not clear enough
                 * @enum {string}
                 */
                reason?: "not_printed" | "mismatch" | "ambiguous";
                hours: number | null;
            };
            notBefore?: {
                ok: boolean;
                /**
                 * @description When `ok` is false: the receipt does not print it, prints something else, or is not clear enough
                 * @enum {string}
                 */
                reason?: "not_printed" | "mismatch" | "ambiguous";
                /** @description ISO 8601 */
                expected: string;
                actual: string | null;
            };
        };
        /** @description How often this receipt was shown to this account, this time included */
        History: {
            seenBefore: boolean;
            times: number;
            /** @description ISO 8601 */
            firstAt: string;
            firstBy: string;
            /** @description Numbers of other receipts shown to this account with the same amount, receiver and time: possibly of the same transfer */
            possiblySameAs?: string[];
        };
        /** @description The receipt is real and settled */
        Verification: {
            /** @constant */
            ok: true;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            verdict: "verified";
            /** @constant */
            processingStatus: "completed";
            /** @description Null when served from the cache */
            requestId: string | null;
            providerKey: components["schemas"]["ProviderKey"];
            /** @description Canonical form of the requested reference */
            reference: string;
            /** @description Link that opens the receipt in a browser */
            resolvedUrl: string;
            /** @description The bank's own status */
            httpStatus: number;
            /** @description ISO 8601 */
            fetchedAt: string;
            cached: boolean;
            /** @description True only when a real bank was asked */
            livemode: boolean;
            receipt: components["schemas"]["Receipt"];
            payment: components["schemas"]["Payment"];
            checks?: components["schemas"]["Checks"];
            history?: components["schemas"]["History"];
            rawHtmlLength: number;
            egressSource: string;
            error: null;
        };
        /** @description A receipt reference read from a picture: a hint, not a fact */
        Detection: {
            /** @description Null where several banks use references of this form */
            provider: components["schemas"]["ProviderKey"] | null;
            reference: string | null;
            /** @description The bank's link, where the picture shows one */
            url: string | null;
            confidence: number;
            /** @enum {string} */
            by: "qr" | "ai" | "text";
        };
        /** @description A receipt was read in the pictures, and is real and settled */
        ImageVerification: {
            /** @constant */
            ok: true;
            /** @constant */
            verdict: "verified";
            /** @description Everything that was read, the most confident first */
            detections: components["schemas"]["Detection"][];
            upstream: {
                /** @constant */
                attempted: true;
                reason: null;
                result: components["schemas"]["Verification"];
            };
        };
        /** @description Accepted; no `ok` member yet */
        Pending: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            verdict: "pending";
            /** @constant */
            processingStatus: "queued";
            requestId: string;
            /** @description Path of the poll */
            statusUrl: string;
            /** @description Path of the server-sent events */
            eventsUrl: string;
            /** @description Position in the bank's queue; null once the lookup runs */
            position: number | null;
        };
        /** @description The bank and reference of a receipt; no bank was asked */
        Resolution: {
            /** @constant */
            ok: true;
            providerKey: components["schemas"]["ProviderKey"] | null;
            reference: string | null;
            resolvedUrl: string | null;
            /** @description What the bank needs with the reference */
            needs: ("account" | "phone" | "link")[];
            /** @description Provider keys an ambiguous reference may belong to */
            candidates: components["schemas"]["ProviderKey"][];
        };
        /** @description Usage of the key and its account */
        Usage: {
            /** @constant */
            ok: true;
            account: string;
            /** @enum {string} */
            plan: "free" | "shop" | "developer" | "scale" | "enterprise";
            /** @enum {string} */
            mode: "live" | "test";
            verifications: {
                used: number;
                /** @description Null: unlimited */
                cap: number | null;
                /** @enum {string} */
                window: "day" | "month";
                /** @description ISO 8601 */
                startsAt: string;
                /** @description ISO 8601 */
                endsAt: string;
                timeZone: string;
                overage: {
                    available: boolean;
                    enabled: boolean;
                    count: number;
                    priceEtb: number | null;
                    amountEtb: number;
                };
            };
            screenshots: {
                used: number;
                cap: number | null;
                /** @description ISO 8601 */
                endsAt: string;
            };
            rate: {
                limit: number;
                used: number;
                /** @description ISO 8601 */
                resetsAt: string;
            };
        };
        /** @description Health of the service and of each bank */
        Status: {
            /** @description False when `status` is `down` */
            ok: boolean;
            /** @enum {string} */
            status: "operational" | "slow" | "down";
            /** @description ISO 8601 */
            checkedAt: string;
            /** @constant */
            cached: true;
            /** @enum {string} */
            store: "redis" | "embedded";
            /** @enum {string} */
            banks: "sandbox" | "live";
            components: ({
                name: string;
                host: string;
                /** @enum {string} */
                status: "operational" | "degraded" | "down" | "unknown";
                responseMs: number | null;
                httpStatus: number | null;
                error: string | null;
                /** @constant */
                group: "internal";
            } | {
                name: string;
                host: string;
                /** @enum {string} */
                status: "operational" | "degraded" | "down" | "unknown";
                responseMs: number | null;
                httpStatus: number | null;
                error: string | null;
                /** @constant */
                group: "upstream";
                providerKey: components["schemas"]["ProviderKey"];
                since: string | null;
                egress: {
                    name: string;
                    ok: boolean;
                    responseMs: number | null;
                    error: string | null;
                    /** @description ISO 8601 */
                    at: string;
                }[];
                queue: {
                    running: number;
                    waiting: number;
                };
            })[];
        };
        /** @description Exactly one of `code` and `reason` is present */
        Error: {
            code?: components["schemas"]["ErrorCode"];
            reason?: components["schemas"]["ErrorReason"];
            /** @description For people; match on code or reason */
            message: string;
            /**
             * Format: uri
             * @description The page about this error
             */
            docs: string;
            /**
             * @description Whether to retry: `never`, `after` the seconds of `Retry-After`, or with growing pauses
             * @enum {string}
             */
            retry: "never" | "after" | "backoff";
            /** @description With invalid_request: the invalid members, by dotted path */
            issues?: {
                path: string;
                code: string;
                message: string;
            }[];
            /** @description With quota_exceeded */
            used?: number;
            /** @description With quota_exceeded */
            cap?: number;
            /** @description What to send with the reference */
            needs?: ("account" | "phone" | "link")[];
            /** @description Provider keys to choose from */
            candidates?: components["schemas"]["ProviderKey"][];
        };
        /** @description The shape of every error */
        Failure: {
            /** @constant */
            ok: false;
            error: components["schemas"]["Error"];
        };
        /** @description A verification without a receipt */
        VerificationFailure: {
            /** @constant */
            ok: false;
            error: components["schemas"]["Error"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            verdict: "not_verified" | "could_not_check";
            providerKey?: components["schemas"]["ProviderKey"];
            reference?: string;
            requestId?: string;
            /**
             * @description In polls and events
             * @constant
             */
            processingStatus?: "failed";
            /** @description The bank's own status */
            httpStatus?: number | null;
            /** @description Partial, with a 502; never contains an amount */
            receipt?: components["schemas"]["Receipt"];
        };
        /** @description Pictures in which no receipt could be verified */
        ImageFailure: {
            /** @constant */
            ok: false;
            error: components["schemas"]["Error"];
            /** @enum {string} */
            verdict: "not_verified" | "could_not_check";
            providerKey?: components["schemas"]["ProviderKey"];
            reference?: string;
            requestId?: string;
            /**
             * @description In polls and events
             * @constant
             */
            processingStatus?: "failed";
            /** @description The bank's own status */
            httpStatus?: number | null;
            /** @description Partial, with a 502; never contains an amount */
            receipt?: components["schemas"]["Receipt"];
            /** @description Everything that was read, the most confident first */
            detections?: components["schemas"]["Detection"][];
            upstream?: {
                /** @description True once the bank was asked */
                attempted: boolean;
                /** @description `provider_needs_full_url`, or the failure's code or reason */
                reason: ("provider_needs_full_url" | components["schemas"]["ErrorCode"] | components["schemas"]["ErrorReason"]) | null;
                result: null;
            };
        };
        /** @description `data` of a message: the body of the poll */
        VerificationEvent: components["schemas"]["Pending"] | components["schemas"]["Verification"] | components["schemas"]["VerificationFailure"];
        /** @description A bank account or wallet that customers pay to */
        ReceivingAccount: {
            /** @constant */
            ok: true;
            id: string;
            /** @description Key of the bank, or its name if it is not a supported bank */
            provider: string;
            /** @description The last four characters of the number; the rest is not shown again */
            lastFour: string;
            name: string | null;
        };
        /** @description One receipt handed in */
        PaymentAttempt: {
            /** @description Null if it was refused before any check */
            id: string | null;
            /** @description ISO 8601 */
            at: string;
            /** @enum {string} */
            by: "merchant" | "payer";
            /** @description Null while it is being checked */
            outcome: ("paid" | "partial" | "review" | "too_little" | "wrong_receiver" | "too_early" | "too_late" | "wrong_currency" | "used" | "repeated" | "not_verified" | "could_not_check" | "closed" | "too_many") | null;
            /** @description With `not_verified` and `could_not_check`: code or reason of the failure */
            reason: string | null;
            /** @description It will be checked again automatically */
            retrying: boolean;
            providerKey: string | null;
            reference: string | null;
            /** @description What was paid, once verified */
            amount: string | null;
            paidAt: string | null;
        };
        /** @description A request for an amount that a customer owes; it closes once */
        PaymentRequest: {
            /** @constant */
            ok: true;
            id: string;
            /** @description Page for the customer: says what to pay, and takes the receipt */
            url: string;
            /** @enum {string} */
            status: "open" | "paid" | "review" | "expired" | "canceled";
            /** @description Decimal string with two places, in birr */
            amount: string;
            /** @constant */
            currency: "ETB";
            /** @description Decimal string with two places, in birr */
            paid: string;
            /** @description Decimal string with two places, in birr */
            remaining: string;
            description: string | null;
            externalId: string | null;
            receivers: {
                provider: string;
                account: string;
                name: string | null;
            }[];
            /** @description Null: any amount */
            toleranceOver: string | null;
            partial: boolean;
            /** @description ISO 8601 */
            notBefore: string;
            /** @description ISO 8601 */
            createdAt: string;
            /** @description ISO 8601 */
            expiresAt: string;
            /** @description Null while it is open or in review */
            closedAt: string | null;
            /** @description Paid in time, but verified after it had expired */
            late: boolean;
            /** @description Why it is or was in review */
            review: {
                attempt: string;
                reasons: ("over" | "receiver_unclear" | "possible_double" | "time_unclear")[];
                decision: {
                    /** @enum {string} */
                    kind: "accepted" | "refused";
                    reason: string;
                    /** @description ISO 8601 */
                    at: string;
                } | null;
            } | null;
            returnUrl: string | null;
            metadata: {
                [key: string]: unknown;
            };
            livemode: boolean;
            /** @description Oldest first; the last 20 */
            attempts: components["schemas"]["PaymentAttempt"][];
        };
        /** @description The outcome of the receipt, and the request as it is now */
        HandedInReceipt: {
            /** @constant */
            ok: true;
            attempt: components["schemas"]["PaymentAttempt"];
            paymentRequest: {
                id: string;
                /** @description Page for the customer: says what to pay, and takes the receipt */
                url: string;
                /** @enum {string} */
                status: "open" | "paid" | "review" | "expired" | "canceled";
                /** @description Decimal string with two places, in birr */
                amount: string;
                /** @constant */
                currency: "ETB";
                /** @description Decimal string with two places, in birr */
                paid: string;
                /** @description Decimal string with two places, in birr */
                remaining: string;
                description: string | null;
                externalId: string | null;
                receivers: {
                    provider: string;
                    account: string;
                    name: string | null;
                }[];
                /** @description Null: any amount */
                toleranceOver: string | null;
                partial: boolean;
                /** @description ISO 8601 */
                notBefore: string;
                /** @description ISO 8601 */
                createdAt: string;
                /** @description ISO 8601 */
                expiresAt: string;
                /** @description Null while it is open or in review */
                closedAt: string | null;
                /** @description Paid in time, but verified after it had expired */
                late: boolean;
                /** @description Why it is or was in review */
                review: {
                    attempt: string;
                    reasons: ("over" | "receiver_unclear" | "possible_double" | "time_unclear")[];
                    decision: {
                        /** @enum {string} */
                        kind: "accepted" | "refused";
                        reason: string;
                        /** @description ISO 8601 */
                        at: string;
                    } | null;
                } | null;
                returnUrl: string | null;
                metadata: {
                    [key: string]: unknown;
                };
                livemode: boolean;
                /** @description Oldest first; the last 20 */
                attempts: components["schemas"]["PaymentAttempt"][];
            };
            /** @description Everything that was read from pictures. Only the receipt of `attempt` was checked: hand in others separately */
            detections?: components["schemas"]["Detection"][];
        };
        /** @description Accepted; all of its items will be verified */
        AcceptedBatch: {
            /** @description `bat_…` */
            id: string;
            /** @description Path of the counts and results */
            statusUrl: string;
            /** @description Path of the server-sent events */
            eventsUrl: string;
            total: number;
        };
        /** @description Result of an item */
        BatchResult: {
            /** @description Position in the batch, from 0 */
            index: number;
            /** @description Your own id */
            id: string | null;
            requestId: string;
            /** @enum {string} */
            status: "pending" | "completed" | "failed";
            /** @description As for a single call; null while it is pending */
            httpStatus: number | null;
            /** @description The body that a single call would have; null while it is pending */
            result: (components["schemas"]["Verification"] | components["schemas"]["VerificationFailure"]) | null;
        };
        /** @description A batch with its results */
        Batch: {
            /** @constant */
            ok: true;
            /** @description `bat_…` */
            id: string;
            /** @description Path of the counts and results */
            statusUrl: string;
            /** @description Path of the server-sent events */
            eventsUrl: string;
            /** @enum {string} */
            status: "running" | "completed";
            total: number;
            /** @description Items by outcome; they add up to `total` */
            counts: {
                pending: number;
                verified: number;
                notVerified: number;
                couldNotCheck: number;
            };
            livemode: boolean;
            /** @description ISO 8601 */
            createdAt: string;
            /** @description Null while it runs */
            completedAt: string | null;
            /** @description In the order of the items */
            results: components["schemas"]["BatchResult"][];
            /**
             * @description A batch has one page
             * @constant
             */
            more: false;
        };
        /** @description An address that receives events of the account */
        WebhookEndpoint: {
            /** @constant */
            ok: true;
            id: string;
            url: string;
            events: string[];
            description: string | null;
            /** @description ISO 8601 */
            createdAt: string;
            /** @description Null while it is enabled */
            disabledAt: string | null;
            /** @description `gone`: it answered 410; `failing`: five days without a success; `owner`: you paused it */
            disabledReason: ("gone" | "failing" | "owner") | null;
            /** @description The first failure since the last success */
            failingSince: string | null;
        };
        WebhookEndpointSecret: {
            /** @constant */
            ok: true;
            id: string;
            url: string;
            events: string[];
            description: string | null;
            /** @description ISO 8601 */
            createdAt: string;
            /** @description Null while it is enabled */
            disabledAt: string | null;
            /** @description `gone`: it answered 410; `failing`: five days without a success; `owner`: you paused it */
            disabledReason: ("gone" | "failing" | "owner") | null;
            /** @description The first failure since the last success */
            failingSince: string | null;
            /** @description Signs the deliveries; shown only once */
            secret: string;
        };
        WebhookDelivery: {
            /** @constant */
            ok: true;
            id: string;
            /** @description The `webhook-id` of all attempts */
            eventId: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts made */
            attempt: number;
            /** @description Of the last attempt; null when no answer arrived */
            httpStatus: number | null;
            /** @description Why the last attempt failed, for example `timeout`, `certificate` or `http_status` */
            error: string | null;
            /** @description Duration of the last attempt */
            ms: number | null;
            /** @description ISO 8601 */
            createdAt: string;
            attemptedAt: string | null;
            nextAttemptAt: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    verify: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key return the same verification; 1 to 256 printable ASCII characters */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to look up. Send exactly one of url, reference and text. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A receipt link */
                    url?: string;
                    /** @description A bare reference */
                    reference?: string;
                    /** @description Pasted text, for example an SMS; the first receipt link or reference in it is used */
                    text?: string;
                    /**
                     * @description Resolves an ambiguous reference
                     * @enum {string}
                     */
                    provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                    /** @description Account number or its last digits, where the bank needs it with the reference */
                    account?: string;
                    /** @description The payer's phone number, where the bank needs it with the reference */
                    phone?: string;
                    /** @description Wait at most this many milliseconds before a 202, clamped to 0…30000; absent: fully synchronous */
                    waitMs?: number;
                    /** @description With `waitMs`: after a 202 the result is also sent to this address, as the webhook `verification.completed`, signed with the secret of `GET /api/webhook-secret` */
                    webhookUrl?: string;
                    /** @description Optional checks, at least one besides `tolerance`; a failed check never changes the verdict */
                    expect?: {
                        /** @description Expected amount in birr, a number or a decimal string */
                        amount?: number | string;
                        /** @description How far the amount may be off, in birr; 0 when absent */
                        tolerance?: number | string;
                        /** @description Expected account of the receiver, at `bank` or, without it, at the receipt's own bank; masked accounts are compared by their visible digits */
                        account?: string;
                        /** @description Expected name of the receiver: all its words as the bank prints them, in any order */
                        name?: string;
                        /**
                         * @description Provider key of the bank expected to receive the money
                         * @enum {string}
                         */
                        bank?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                        /** @description Greatest age of a payment that is still accepted, in hours */
                        maxAgeHours?: number;
                        /**
                         * Format: date-time
                         * @description Earliest time of payment still accepted, ISO 8601 with its offset
                         */
                        notBefore?: string;
                    };
                } & ({
                    url: string;
                    reference?: never;
                    text?: never;
                } | {
                    url?: never;
                    reference: string;
                    text?: never;
                } | {
                    url?: never;
                    reference?: never;
                    text: string;
                });
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /** @description 202 */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationFailure"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `requestId` of the 202 */
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /** @description 202 */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationFailure"];
                };
            };
        };
    };
    verifyBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key return the same verification; 1 to 256 printable ASCII characters */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Receipts to verify */
        requestBody: {
            content: {
                "application/json": {
                    items: ({
                        /** @description Your own id; unique in the batch */
                        id?: string;
                        /** @description A receipt link */
                        url?: string;
                        /** @description A bare reference */
                        reference?: string;
                        /** @description Pasted text, for example an SMS; the first receipt link or reference in it is used */
                        text?: string;
                        /**
                         * @description Resolves an ambiguous reference
                         * @enum {string}
                         */
                        provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                        /** @description Account number or its last digits, where the bank needs it with the reference */
                        account?: string;
                        /** @description The payer's phone number, where the bank needs it with the reference */
                        phone?: string;
                        /** @description Optional checks, at least one besides `tolerance`; a failed check never changes the verdict */
                        expect?: {
                            /** @description Expected amount in birr, a number or a decimal string */
                            amount?: number | string;
                            /** @description How far the amount may be off, in birr; 0 when absent */
                            tolerance?: number | string;
                            /** @description Expected account of the receiver, at `bank` or, without it, at the receipt's own bank; masked accounts are compared by their visible digits */
                            account?: string;
                            /** @description Expected name of the receiver: all its words as the bank prints them, in any order */
                            name?: string;
                            /**
                             * @description Provider key of the bank expected to receive the money
                             * @enum {string}
                             */
                            bank?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                            /** @description Greatest age of a payment that is still accepted, in hours */
                            maxAgeHours?: number;
                            /**
                             * Format: date-time
                             * @description Earliest time of payment still accepted, ISO 8601 with its offset
                             */
                            notBefore?: string;
                        };
                        /** @description Not allowed for items */
                        webhookUrl?: unknown;
                    } & ({
                        url: string;
                        reference?: never;
                        text?: never;
                    } | {
                        url?: never;
                        reference: string;
                        text?: never;
                    } | {
                        url?: never;
                        reference?: never;
                        text: string;
                    }))[];
                };
            };
        };
        responses: {
            /** @description 202 */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBatch"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description `index` of the last result seen */
                after?: number;
            };
            header?: never;
            path: {
                /** @description `bat_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resolve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to look up. Send exactly one of url, reference and text. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A receipt link */
                    url?: string;
                    /** @description A bare reference */
                    reference?: string;
                    /** @description Pasted text, for example an SMS; the first receipt link or reference in it is used */
                    text?: string;
                    /**
                     * @description Resolves an ambiguous reference
                     * @enum {string}
                     */
                    provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                    /** @description Account number or its last digits, where the bank needs it with the reference */
                    account?: string;
                    /** @description The payer's phone number, where the bank needs it with the reference */
                    phone?: string;
                } & ({
                    url: string;
                    reference?: never;
                    text?: never;
                } | {
                    url?: never;
                    reference: string;
                    text?: never;
                } | {
                    url?: never;
                    reference?: never;
                    text: string;
                });
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resolution"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listReceivingAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        accounts: {
                            id: string;
                            /** @description Key of the bank, or its name if it is not a supported bank */
                            provider: string;
                            /** @description The last four characters of the number; the rest is not shown again */
                            lastFour: string;
                            name: string | null;
                        }[];
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    addReceivingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The bank that holds the account: its key, or its name as receipts print it */
                    provider: string;
                    /** @description The whole number, 5 to 34 letters and digits; spaces and dashes are ignored */
                    account: string;
                    /** @description Name of its holder as the bank prints it. Receipts that print no account number are recognised by this name */
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description 201 */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivingAccount"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    removeReceivingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        id: string;
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listPaymentRequests: {
        parameters: {
            query?: {
                status?: "open" | "paid" | "review" | "expired" | "canceled";
                externalId?: string;
                /** @description Id of the last one seen */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        paymentRequests: {
                            id: string;
                            /** @description Page for the customer: says what to pay, and takes the receipt */
                            url: string;
                            /** @enum {string} */
                            status: "open" | "paid" | "review" | "expired" | "canceled";
                            /** @description Decimal string with two places, in birr */
                            amount: string;
                            /** @enum {string} */
                            currency: "ETB";
                            /** @description Decimal string with two places, in birr */
                            paid: string;
                            /** @description Decimal string with two places, in birr */
                            remaining: string;
                            description: string | null;
                            externalId: string | null;
                            receivers: {
                                provider: string;
                                account: string;
                                name: string | null;
                            }[];
                            /** @description Null: any amount */
                            toleranceOver: string | null;
                            partial: boolean;
                            /** @description ISO 8601 */
                            notBefore: string;
                            /** @description ISO 8601 */
                            createdAt: string;
                            /** @description ISO 8601 */
                            expiresAt: string;
                            /** @description Null while it is open or in review */
                            closedAt: string | null;
                            /** @description Paid in time, but verified after it had expired */
                            late: boolean;
                            /** @description Why it is or was in review */
                            review: {
                                attempt: string;
                                reasons: ("over" | "receiver_unclear" | "possible_double" | "time_unclear")[];
                                decision: {
                                    /** @enum {string} */
                                    kind: "accepted" | "refused";
                                    reason: string;
                                    /** @description ISO 8601 */
                                    at: string;
                                } | null;
                            } | null;
                            returnUrl: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            livemode: boolean;
                            /** @description Oldest first; the last 20 */
                            attempts: components["schemas"]["PaymentAttempt"][];
                        }[];
                        /** @description There is a next page: pass the last `id` as `after` */
                        more: boolean;
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats within 24 hours get the same request; 1 to 256 printable ASCII characters */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is due, in birr: a number or a decimal string */
                    amount: number | string;
                    /** @description Shown to the customer */
                    description?: string;
                    /** @description Your own id, for example of the order */
                    externalId?: string;
                    /** @description Accounts that the payment may go to; absent: the saved receiving accounts */
                    receivers?: {
                        /** @description The bank that holds the account: its key, or its name as receipts print it */
                        provider: string;
                        /** @description The whole number, 5 to 34 letters and digits; spaces and dashes are ignored */
                        account: string;
                        /** @description Name of its holder as the bank prints it. Receipts that print no account number are recognised by this name */
                        name?: string | null;
                    }[];
                    /** @description How much more may be paid without a review; absent: any amount */
                    toleranceOver?: number | string;
                    /** @description 60 when absent */
                    expiresInMinutes?: number;
                    /**
                     * Format: date-time
                     * @description Earlier payments do not count; absent: 30 minutes before creation. With real banks at most a year ago
                     */
                    notBefore?: string;
                    /** @description Whether several payments may add up to the amount */
                    partial?: boolean;
                    /** @description An https address */
                    returnUrl?: string;
                    /** @description Your own data: at most 20 keys */
                    metadata?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description 201 */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequest"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getPaymentRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `pr_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequest"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelPaymentRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `pr_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequest"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    acceptPaymentRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `pr_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; stored with the request */
                    reason: string;
                    /** @description The payment that you reviewed: `review.attempt`. If another one is in review by now, nothing is changed */
                    attempt?: string;
                };
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequest"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    refusePaymentRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `pr_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; stored with the request */
                    reason: string;
                    /** @description The payment that you reviewed: `review.attempt`. If another one is in review by now, nothing is changed */
                    attempt?: string;
                };
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRequest"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        endpoints: {
                            id: string;
                            url: string;
                            events: string[];
                            description: string | null;
                            /** @description ISO 8601 */
                            createdAt: string;
                            /** @description Null while it is enabled */
                            disabledAt: string | null;
                            /** @description `gone`: it answered 410; `failing`: five days without a success; `owner`: you paused it */
                            disabledReason: ("gone" | "failing" | "owner") | null;
                            /** @description The first failure since the last success */
                            failingSince: string | null;
                        }[];
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A public https address */
                    url: string;
                    /** @description Types of events; `*` for all, including those of later versions */
                    events: ("*" | "verification.completed" | "payment_request.paid" | "payment_request.review" | "payment_request.expired" | "payment_request.canceled" | "batch.completed" | "bank.down" | "bank.up" | "usage.threshold" | "key.revoked")[];
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description 201 */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        id: string;
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A public https address */
                    url?: string;
                    /** @description Types of events; `*` for all, including those of later versions */
                    events?: ("*" | "verification.completed" | "payment_request.paid" | "payment_request.review" | "payment_request.expired" | "payment_request.canceled" | "batch.completed" | "bank.down" | "bank.up" | "usage.threshold" | "key.revoked")[];
                    description?: string | null;
                    /** @description True pauses its deliveries; false resumes them */
                    disabled?: boolean;
                };
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…`, or `calls` for deliveries to the `webhookUrl` of calls */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        deliveries: {
                            id: string;
                            /** @description The `webhook-id` of all attempts */
                            eventId: string;
                            type: string;
                            /** @enum {string} */
                            status: "pending" | "delivered" | "failed";
                            /** @description Attempts made */
                            attempt: number;
                            /** @description Of the last attempt; null when no answer arrived */
                            httpStatus: number | null;
                            /** @description Why the last attempt failed, for example `timeout`, `certificate` or `http_status` */
                            error: string | null;
                            /** @description Duration of the last attempt */
                            ms: number | null;
                            /** @description ISO 8601 */
                            createdAt: string;
                            attemptedAt: string | null;
                            nextAttemptAt: string | null;
                        }[];
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "verification.completed" | "payment_request.paid" | "payment_request.review" | "payment_request.expired" | "payment_request.canceled" | "batch.completed" | "bank.down" | "bank.up" | "usage.threshold" | "key.revoked";
                };
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `whe_…`, or `calls` for deliveries to the `webhookUrl` of calls */
                id: string;
                /** @description `dlv_…` */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Id of the last event seen */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        events: {
                            /** @description The `webhook-id` of its deliveries */
                            id: string;
                            type: string;
                            /** @description ISO 8601 */
                            timestamp: string;
                            data: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description There is a next page: pass the last `id` as `after` */
                        more: boolean;
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        providers: {
                            key: components["schemas"]["ProviderKey"];
                            name: string;
                            sources: components["schemas"]["ReceiptSource"][];
                            hosts: string[];
                            /** @description True when a bare reference is enough */
                            bareReference: boolean;
                            needs: ("account" | "phone" | "link")[];
                            /** @description True where a link opens about five times in total: never repeat a failed call */
                            viewLimited: boolean;
                            /** @enum {string} */
                            support: "supported" | "recognised";
                        }[];
                    };
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    verifyImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key return the same verification; 1 to 256 printable ASCII characters */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description JPEG, PNG, WebP or PDF in base64, plain or as a data: URL; up to 5 MiB */
                    imageBase64?: string;
                    /** @description Several pictures of one receipt */
                    images?: {
                        /** @description JPEG, PNG, WebP or PDF in base64, plain or as a data: URL; up to 5 MiB */
                        imageBase64: string;
                    }[];
                    /** @description Text sent with the pictures, for example a caption */
                    text?: string;
                    /**
                     * @description Resolves an ambiguous reference
                     * @enum {string}
                     */
                    provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                    /** @description Account number or its last digits, where the bank needs it with the reference */
                    account?: string;
                    /** @description The payer's phone number, where the bank needs it with the reference */
                    phone?: string;
                    /** @description Optional checks, at least one besides `tolerance`; a failed check never changes the verdict */
                    expect?: {
                        /** @description Expected amount in birr, a number or a decimal string */
                        amount?: number | string;
                        /** @description How far the amount may be off, in birr; 0 when absent */
                        tolerance?: number | string;
                        /** @description Expected account of the receiver, at `bank` or, without it, at the receipt's own bank; masked accounts are compared by their visible digits */
                        account?: string;
                        /** @description Expected name of the receiver: all its words as the bank prints them, in any order */
                        name?: string;
                        /**
                         * @description Provider key of the bank expected to receive the money
                         * @enum {string}
                         */
                        bank?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                        /** @description Greatest age of a payment that is still accepted, in hours */
                        maxAgeHours?: number;
                        /**
                         * Format: date-time
                         * @description Earliest time of payment still accepted, ISO 8601 with its offset
                         */
                        notBefore?: string;
                    };
                } & ({
                    imageBase64: string;
                    images?: never;
                } | {
                    imageBase64?: never;
                    images: unknown[];
                });
                "multipart/form-data": {
                    /** @description Field names do not matter */
                    files: string[];
                    /** @description Text sent with the pictures, for example a caption */
                    text?: string;
                    /**
                     * @description Resolves an ambiguous reference
                     * @enum {string}
                     */
                    provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                    /** @description Account number or its last digits, where the bank needs it with the reference */
                    account?: string;
                    /** @description The payer's phone number, where the bank needs it with the reference */
                    phone?: string;
                    /** @description Optional checks, at least one besides `tolerance`; a failed check never changes the verdict */
                    expect?: {
                        /** @description Expected amount in birr, a number or a decimal string */
                        amount?: number | string;
                        /** @description How far the amount may be off, in birr; 0 when absent */
                        tolerance?: number | string;
                        /** @description Expected account of the receiver, at `bank` or, without it, at the receipt's own bank; masked accounts are compared by their visible digits */
                        account?: string;
                        /** @description Expected name of the receiver: all its words as the bank prints them, in any order */
                        name?: string;
                        /**
                         * @description Provider key of the bank expected to receive the money
                         * @enum {string}
                         */
                        bank?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                        /** @description Greatest age of a payment that is still accepted, in hours */
                        maxAgeHours?: number;
                        /**
                         * Format: date-time
                         * @description Earliest time of payment still accepted, ISO 8601 with its offset
                         */
                        notBefore?: string;
                    };
                };
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageVerification"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageFailure"];
                };
            };
        };
    };
    handInReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `pr_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A receipt link */
                    url?: string;
                    /** @description A bare reference */
                    reference?: string;
                    /** @description Pasted text, for example an SMS; the first receipt link or reference in it is used */
                    text?: string;
                    /**
                     * @description Resolves an ambiguous reference
                     * @enum {string}
                     */
                    provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                    /** @description Account number or its last digits, where the bank needs it with the reference */
                    account?: string;
                    /** @description The payer's phone number, where the bank needs it with the reference */
                    phone?: string;
                    /** @description JPEG, PNG, WebP or PDF in base64, plain or as a data: URL; up to 5 MiB */
                    imageBase64?: string;
                    /** @description Several pictures of one receipt */
                    images?: {
                        /** @description JPEG, PNG, WebP or PDF in base64, plain or as a data: URL; up to 5 MiB */
                        imageBase64: string;
                    }[];
                } & ({
                    url: string;
                    reference?: never;
                    text?: never;
                    imageBase64?: never;
                    images?: never;
                } | {
                    url?: never;
                    reference: string;
                    text?: never;
                    imageBase64?: never;
                    images?: never;
                } | {
                    url?: never;
                    reference?: never;
                    text: string;
                    imageBase64?: never;
                    images?: never;
                } | {
                    url?: never;
                    reference?: never;
                    text?: never;
                    imageBase64: string;
                    images?: never;
                } | {
                    url?: never;
                    reference?: never;
                    text?: never;
                    imageBase64?: never;
                    images: unknown[];
                });
                "multipart/form-data": {
                    /** @description Field names do not matter */
                    files: string[];
                    /** @description Text sent with the pictures, for example a caption */
                    text?: string;
                    /**
                     * @description Resolves an ambiguous reference
                     * @enum {string}
                     */
                    provider?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                    /** @description Account number or its last digits, where the bank needs it with the reference */
                    account?: string;
                    /** @description The payer's phone number, where the bank needs it with the reference */
                    phone?: string;
                    /** @description Optional checks, at least one besides `tolerance`; a failed check never changes the verdict */
                    expect?: {
                        /** @description Expected amount in birr, a number or a decimal string */
                        amount?: number | string;
                        /** @description How far the amount may be off, in birr; 0 when absent */
                        tolerance?: number | string;
                        /** @description Expected account of the receiver, at `bank` or, without it, at the receipt's own bank; masked accounts are compared by their visible digits */
                        account?: string;
                        /** @description Expected name of the receiver: all its words as the bank prints them, in any order */
                        name?: string;
                        /**
                         * @description Provider key of the bank expected to receive the money
                         * @enum {string}
                         */
                        bank?: "telebirr" | "cbe" | "cbebirr" | "boa" | "dashen" | "awash" | "coopay" | "kaafi" | "abay" | "zemen" | "mpesa" | "amhara" | "wegagen" | "siinqee" | "berhan" | "ahadu" | "bunna" | "chapa" | "oromia" | "zamzam" | "hulubeje";
                        /** @description Greatest age of a payment that is still accepted, in hours */
                        maxAgeHours?: number;
                        /**
                         * Format: date-time
                         * @description Earliest time of payment still accepted, ISO 8601 with its offset
                         */
                        notBefore?: string;
                    };
                };
            };
        };
        responses: {
            /** @description 200 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedInReceipt"];
                };
            };
            /** @description default */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
