// From apps/public-api/openapi.json by scripts/sdk-types.mjs.

export interface paths {
    "/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the error reference
         * @description Returns a page for people that explains each error code and each result code of the provider. The `type` of every problem links to its code on this page. Needs no API key.
         */
        get: operations["getErrorReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collect a payment
         * @description Sends a payment prompt (STK Push) to the phone of your customer. The outcome arrives as a `payment.success` or `payment.failed` webhook; you can also read it with GET /status/{id}.
         */
        post: operations["collect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a payment
         * @description Returns the status of a payment. While the payment is pending, this queries the provider first, and settles the payment before it responds when the outcome is known.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Returns a page of your payments, newest first. New payments do not shift the following pages.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Returns a page of your links, newest first. New links do not shift the following pages.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Makes a page on which anybody can pay. Send its `url` to your customer. Payments on it are ordinary payments with the usual webhooks, and `link.paid` names the link.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment link
         * @description Returns a link with what was paid on it.
         */
        get: operations["getLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a payment link
         * @description Changes `title`, `description`, `expiresAt`, `paymentsMax`, `returnUrl` and `metadata`. A member that is null removes what is stored, but a link keeps its title. The amount, the reference and the fields of a link never change: end it and make another.
         */
        patch: operations["changeLink"];
        trace?: never;
    };
    "/payment-links/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payments of a link
         * @description Returns a page of what was tried and paid on a link, newest first, with the answers of the payers. Payments from the M-PESA menu with its reference are among them once they count towards it.
         */
        get: operations["listLinkPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a payment link
         * @description Nobody can begin to pay on the link any more. A prompt that was sent still counts when it is paid. Repeating the call changes nothing.
         */
        post: operations["endLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a payment link again
         * @description Opens a link that ended, unless it expired more than 30 days ago. A link whose time was over gets a new time. Repeating the call changes nothing.
         */
        post: operations["reopenLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payout batches
         * @description Returns a page of your batches, newest first. New batches do not shift the following pages.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a payout batch
         * @description Makes a batch of 1 to 5,000 payouts. Nothing is paid yet: each row is checked and compared with what you paid before. Read the batch until its status is `draft`, look at its rows, and send it off with POST /payout-batches/{id}/submit. A batch pays at most KES 100,000,000, and an application can have 20 batches that have not ended. The body can have up to 2 MB.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payout batch
         * @description Returns a batch with the number of its rows in each state.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a payout batch
         * @description Returns a page of the rows of a batch in their order, with their problems, their warnings and what became of them.
         */
        get: operations["listBatchRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a payout batch off
         * @description Approves a batch whose status is `draft`, so that its rows are paid. While rows are refused, or have warnings that you do not accept, the batch stays a draft (422). Rows whose payee or name differs need a person, and so does a sum that the policy of the application leaves to people (403): the draft stays, and a member can send it off in the dashboard.
         */
        post: operations["submitBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payout batch
         * @description Cancels a batch that is not being paid: pause it first. Rows that nothing was sent for become `skipped`. Payouts that were handed over go on. Repeating the call changes nothing.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a payout batch
         * @description Pays no further row of a batch that is running. Payouts that were handed over go on. Repeating the call changes nothing.
         */
        post: operations["pauseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a payout batch
         * @description Goes on paying a batch that is paused. Repeating the call changes nothing.
         */
        post: operations["resumeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/simulate/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate the outcome of a prompt
         * @description Answers the prompt of a pending sandbox payment as a customer would. The callback and the webhook follow as usual. The response is the settled payment. Only for sandbox keys.
         */
        post: operations["simulateOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to sandbox events
         * @description Waits for events and returns each of them once, in order, as the webhook that it would be. Use it to develop without a public URL. The signing secret is `whsec_` followed by the base64 of HMAC-SHA256 over the text `tillgate listen`, keyed by the API key. The command `tillgate listen` does all of this for you. Only for sandbox keys.
         */
        get: operations["listenEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr-generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a QR code
         * @description Returns a QR code that a customer can scan to pay. No record is created. The payment arrives as an offline payment, so register your URLs with POST /c2b-register first.
         */
        post: operations["generateQr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/c2b-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register offline payment URLs
         * @description Registers the confirmation and validation URLs of your shortcode with the provider. Each offline payment is then recorded as a payment with the source `c2b` and sends a `payment.success` webhook. Safe to repeat.
         */
        post: operations["registerC2b"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a payout
         * @description Sends money from your shortcode to a phone (B2C). Cannot be undone in production. Requires the Initiator Name and Initiator Password of the application and, in production, an Idempotency-Key unless the policy of the application says otherwise. The policy can also limit what leaves, and let people decide about large amounts (403). The outcome arrives as a `payout.result` webhook; you can also read it with GET /disbursements/{id}.
         */
        post: operations["payout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reversal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a payment
         * @description Returns the whole amount of a completed payment to its payer. Cannot be undone in production. Requires the Initiator Name and Initiator Password of the application and, in production, an Idempotency-Key unless the policy of the application says otherwise. The policy can also limit what leaves, and let people decide about large amounts (403). The outcome arrives as a `refund.result` webhook; you can also read it with GET /disbursements/{id}.
         */
        post: operations["reverse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disbursements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payout or reversal
         * @description Returns the recorded state of a payout or reversal. Does not query the provider.
         */
        get: operations["getDisbursement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transaction-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query a transaction
         * @description Asks the provider for the state of any past transaction, by its receipt. Requires the Initiator Name and Initiator Password of the application. The result arrives as an `admin.transaction_status` webhook; you can also read it with GET /inquiries/{id}. It has no idempotency key: a repeated request starts a second inquiry. No money moves.
         */
        post: operations["askTransactionStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query the account balance
         * @description Asks the provider for the balances of your shortcode. Requires the Initiator Name and Initiator Password of the application. The result arrives as an `admin.account_balance` webhook; you can also read it with GET /inquiries/{id}. It has no idempotency key: a repeated request starts a second inquiry. No money moves.
         */
        post: operations["askAccountBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inquiries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an inquiry
         * @description Returns an inquiry and, once it has arrived, its result.
         */
        get: operations["getInquiry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.success
         * @description A collection settled, or an offline payment came in.
         */
        post: operations["onPaymentSuccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.failed
         * @description A collection failed: cancelled, timed out, wrong PIN, too little money.
         */
        post: operations["onPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout.result
         * @description A payout reached its final state.
         */
        post: operations["onPayoutResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.result
         * @description A reversal reached its final state.
         */
        post: operations["onRefundResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "admin.transaction_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * admin.transaction_status
         * @description A transaction-status query was answered, or failed.
         */
        post: operations["onTransactionStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "admin.account_balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * admin.account_balance
         * @description An account-balance query was answered, or failed.
         */
        post: operations["onAccountBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.paid
         * @description A payment link was paid. An extra type: only endpoints that name it get it.
         */
        post: operations["onLinkPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.ended
         * @description A payment link takes no more money. An extra type: only endpoints that name it get it.
         */
        post: operations["onLinkEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * batch.ended
         * @description Every row of a batch of payouts has its final outcome. An extra type: only endpoints that name it get it.
         */
        post: operations["onBatchEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Any JSON value without NUL characters. */
        MetadataValue: unknown;
        /** @description Raw result code of the provider. 0 means success. */
        ResultCode: number | string;
        Decoded: {
            code: components["schemas"]["ResultCode"];
            /** @description What happened, in a few words. */
            title: string;
            /** @description Why it happened, for your developers. */
            cause: string;
            /** @description What to do about it, for your developers. */
            fix: string;
            /**
             * @description Who or what it is about.
             * @enum {string}
             */
            category: "success" | "balance" | "provider_system" | "customer" | "limit" | "your_setup" | "pending" | "unknown";
            /** @description Whether you may charge the same order again at once, with a new idempotency key. */
            retryable: boolean;
            /** @description A sentence that you can show to your customer. */
            customerMessage: string;
        };
        Transaction: {
            /** @description The state as the provider names it, such as `Completed` or `Declined`. */
            transactionStatus: string | null;
            /** @description KES, as exact decimal text. */
            amount: string | null;
            /** @description The receipt of the transaction. */
            receipt: string | null;
            /** @description When the transaction started, in ISO 8601. */
            initiatedAt: string | null;
            /** @description When the transaction ended, in ISO 8601. */
            completedAt: string | null;
            /** @description Who paid. */
            debitParty: string | null;
            /** @description Who was paid. */
            creditParty: string | null;
            /** @description The reason that the provider recorded. */
            reason: string | null;
        };
        AccountBalance: {
            name: string;
            currency: string;
            /** @description The available balance, as exact decimal text. Null when it could not be read. */
            available: string | null;
            current: string | null;
            reserved: string | null;
            uncleared: string | null;
        };
        PaymentSuccessData: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            paymentId: string;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @description What the customer really paid, in whole KES. Compare it with your order. */
            amount: number;
            /** @description 254XXXXXXXXX. For offline payments as the provider sends it, often masked. */
            phone: string | null;
            /** @description The `accountReference` of the payment. */
            accountRef: string;
            /** @description The provider's identifier of the prompt. Null for offline payments. */
            checkoutRequestId: string | null;
            /** @description Result text of the provider. */
            resultDesc: string;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
            /** @constant */
            status: "success";
            /** @description The provider receipt. Null if it is not known yet. */
            providerReceipt: string | null;
            resultCode: components["schemas"]["ResultCode"];
            /** @description Null: nothing went wrong. */
            decoded: null;
        };
        /** @description A collection settled, or an offline payment came in. */
        PaymentSuccessEvent: {
            /** @constant */
            type: "payment.success";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["PaymentSuccessData"];
        };
        PaymentFailedData: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            paymentId: string;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @description What the customer really paid, in whole KES. Compare it with your order. */
            amount: number;
            /** @description 254XXXXXXXXX. For offline payments as the provider sends it, often masked. */
            phone: string | null;
            /** @description The `accountReference` of the payment. */
            accountRef: string;
            /** @description The provider's identifier of the prompt. Null for offline payments. */
            checkoutRequestId: string | null;
            /** @description Result text of the provider. */
            resultDesc: string;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
            /** @constant */
            status: "failed";
            providerReceipt: string | null;
            resultCode: components["schemas"]["ResultCode"];
            decoded: components["schemas"]["Decoded"];
        };
        /** @description A collection failed: cancelled, timed out, wrong PIN, too little money. */
        PaymentFailedEvent: {
            /** @constant */
            type: "payment.failed";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["PaymentFailedData"];
        };
        PayoutResultData: {
            /**
             * Format: uuid
             * @description Identifier of the disbursement.
             */
            disbursementId: string;
            /** @description The provider's identifier of the conversation. */
            conversationId: string | null;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @enum {string} */
            status: "success" | "failed";
            /** @description Whole KES. */
            amount: number;
            /** @description The receipt of the payout or reversal itself. */
            providerReceipt: string | null;
            resultCode: components["schemas"]["ResultCode"];
            /** @description Result text of the provider. */
            resultDesc: string;
            /** @description Why it failed. Null on success. */
            decoded: components["schemas"]["Decoded"] | null;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
            /** @constant */
            kind: "payout";
            /** @description The phone number that was to be paid, as 254XXXXXXXXX. */
            phone: string;
            /** @description The `commandId` of the payout. */
            commandId: string;
        };
        /** @description A payout reached its final state. */
        PayoutResultEvent: {
            /** @constant */
            type: "payout.result";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["PayoutResultData"];
        };
        RefundResultData: {
            /**
             * Format: uuid
             * @description Identifier of the disbursement.
             */
            disbursementId: string;
            /** @description The provider's identifier of the conversation. */
            conversationId: string | null;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @enum {string} */
            status: "success" | "failed";
            /** @description Whole KES. */
            amount: number;
            /** @description The receipt of the payout or reversal itself. */
            providerReceipt: string | null;
            resultCode: components["schemas"]["ResultCode"];
            /** @description Result text of the provider. */
            resultDesc: string;
            /** @description Why it failed. Null on success. */
            decoded: components["schemas"]["Decoded"] | null;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
            /** @constant */
            kind: "reversal";
            /** @description The receipt of the reversed payment. */
            transactionId: string;
            commandId: null;
        };
        /** @description A reversal reached its final state. */
        RefundResultEvent: {
            /** @constant */
            type: "refund.result";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["RefundResultData"];
        };
        TransactionStatusData: {
            /**
             * Format: uuid
             * @description Identifier of the inquiry.
             */
            queryId: string;
            /** @description The provider's identifier of the conversation. */
            conversationId: string | null;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @enum {string} */
            status: "answered" | "failed";
            resultCode: components["schemas"]["ResultCode"];
            /** @description Result text of the provider. */
            resultDesc: string;
            /** @description Why it failed. Null when it was answered. */
            decoded: components["schemas"]["Decoded"] | null;
            /** @description The provider's own message. Null if there was none. */
            raw: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
            /** @description The transaction that the inquiry is about. */
            transactionId: string | null;
            /** @description Null if the inquiry failed. */
            result: components["schemas"]["Transaction"] | null;
        };
        /** @description A transaction-status query was answered, or failed. */
        TransactionStatusEvent: {
            /** @constant */
            type: "admin.transaction_status";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["TransactionStatusData"];
        };
        AccountBalanceData: {
            /**
             * Format: uuid
             * @description Identifier of the inquiry.
             */
            queryId: string;
            /** @description The provider's identifier of the conversation. */
            conversationId: string | null;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @enum {string} */
            status: "answered" | "failed";
            resultCode: components["schemas"]["ResultCode"];
            /** @description Result text of the provider. */
            resultDesc: string;
            /** @description Why it failed. Null when it was answered. */
            decoded: components["schemas"]["Decoded"] | null;
            /** @description The provider's own message. Null if there was none. */
            raw: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
            transactionId: null;
            /** @description Null if the inquiry failed. */
            accounts: components["schemas"]["AccountBalance"][] | null;
        };
        /** @description An account-balance query was answered, or failed. */
        AccountBalanceEvent: {
            /** @constant */
            type: "admin.account_balance";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["AccountBalanceData"];
        };
        LinkPaidData: {
            /**
             * Format: uuid
             * @description Identifier of the payment link.
             */
            linkId: string;
            /**
             * Format: uuid
             * @description Identifier of the payment, which has its own `payment.success`.
             */
            paymentId: string;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @description Whole KES. */
            amount: number;
            /** @description The `accountReference` of the payment. */
            accountRef: string;
            /** @description The provider receipt. Null if it is not known yet. */
            providerReceipt: string | null;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
        };
        /** @description A payment link was paid. An extra type: only endpoints that name it get it. */
        LinkPaidEvent: {
            /** @constant */
            type: "link.paid";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["LinkPaidData"];
        };
        LinkEndedData: {
            /**
             * Format: uuid
             * @description Identifier of the payment link.
             */
            linkId: string;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /**
             * @description Why it ended: its time was over, a person or an API key ended it, or it was paid as often as it may be.
             * @enum {string}
             */
            endedBy: "expiry" | "person" | "key" | "limit";
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
        };
        /** @description A payment link takes no more money. An extra type: only endpoints that name it get it. */
        LinkEndedEvent: {
            /** @constant */
            type: "link.ended";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["LinkEndedData"];
        };
        BatchEndedData: {
            /**
             * Format: uuid
             * @description The batch of payouts.
             */
            batchId: string;
            /** Format: uuid */
            applicationId: string;
            /** @enum {string} */
            env: "sandbox" | "production";
            /** @description What you called the batch. */
            name: string;
            /** @description Rows of the batch. */
            rows: number;
            /** @description Rows that were paid. */
            paid: number;
            /** @description Rows whose payout failed: nothing was paid. */
            failed: number;
            /** @description Rows whose outcome is not known. A batch ends when there are none. */
            open: number;
            /** @description Rows that nothing was sent for: refused, excluded or cancelled. */
            skipped: number;
            /** @description The sum of what was paid, whole KES. */
            amountPaid: number;
            /**
             * @description Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.
             * @constant
             */
            test?: true;
        };
        /** @description Every row of a batch of payouts has its final outcome. An extra type: only endpoints that name it get it. */
        BatchEndedEvent: {
            /** @constant */
            type: "batch.ended";
            /** @description When it happened, in unix seconds. */
            created: number;
            data: components["schemas"]["BatchEndedData"];
        };
        Issue: {
            /** @description The field. Parts of a nested field are joined by dots. */
            path: string;
            /**
             * @description Stable name of what is wrong, such as `amountAtMost`. Use it to say it in your own words. The error reference lists all names. New names may be added.
             * @example amountAtMost
             */
            name: string;
            /** @description What is wrong, as the end of a sentence that begins with the path. */
            message: string;
        };
        UpstreamError: {
            code: string;
            description: string;
        };
        Problem: {
            /** @description Link to the explanation of `code` in the error reference. */
            type: string;
            /** @description Short summary, the same for every error with this `code`. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong with this request, in one sentence. */
            detail: string;
            /**
             * @description Stable identifier of the kind of error. Use it in your code.
             * @enum {string}
             */
            code: "malformed_json" | "provider_not_configured" | "unauthenticated" | "forbidden" | "limit_exceeded" | "approval_required" | "refused_by_rule" | "not_found" | "method_not_allowed" | "idempotency_key_reused" | "idempotency_in_flight" | "idempotency_indeterminate" | "already_reversed" | "payload_too_large" | "invalid_input" | "rate_limited" | "provider_rejected" | "provider_unavailable" | "internal" | "unavailable";
            /** @description Equal to `detail`. */
            error: string;
            /** @description Identifier of the request, also in the header X-Request-Id. Quote it when you ask for help. */
            requestId: string;
            /** @description On 422: each field that is wrong, and why. */
            issues?: components["schemas"]["Issue"][];
            /** @description How many seconds to wait. Equal to the header Retry-After. */
            retryAfterSeconds?: number;
            /**
             * @description On 403: the scope that the API key does not have.
             * @enum {string}
             */
            missingScope?: "collect" | "read" | "refund" | "payout" | "offline" | "inquire";
            /**
             * @description The provider may have carried out the request. Read its status before you try again.
             * @constant
             */
            indeterminate?: true;
            /** @description The payment that the request created. */
            paymentId?: string;
            /** @description The disbursement that the request created. On already_reversed: the earlier reversal of the receipt. */
            disbursementId?: string;
            /** @description The inquiry that the request created. */
            queryId?: string;
            /**
             * @description On `limit_exceeded`: the limit that the request would exceed.
             * @enum {string}
             */
            limit?: "per_transaction" | "per_day" | "per_recipient_per_day" | "per_key_per_day";
            /** @description On `limit_exceeded`: the amount of the limit, in whole KES. */
            max?: number;
            /** @description On `limit_exceeded` for a limit per day: what was sent or is pending in the last 24 hours, in whole KES. */
            used?: number;
            /**
             * @description On `refused_by_rule`: the kind of the rule. More kinds may follow.
             * @enum {string}
             */
            rule?: "stop_list" | "list" | "first_prompt_max" | "new_payee" | "same_payout_soon";
            /**
             * Format: uuid
             * @description On `refused_by_rule`: the rule of the application, or the entry of its list. Absent for a rule of the installation.
             */
            ruleId?: string;
            /** @description On 502: the error as the provider sent it. When it sent no code, `code` is its HTTP status, such as `http_403`, and `description` an excerpt of what it said. */
            upstream?: components["schemas"]["UpstreamError"];
            /** @description On 502: what the error of the provider means and what to do. */
            decoded?: components["schemas"]["Decoded"] | null;
        };
        InquiryAccepted: {
            /**
             * Format: uuid
             * @description Identifier of the inquiry.
             */
            queryId: string;
            /** @description The provider's identifier of the conversation. */
            conversationId: string;
        };
        C2bRegistered: {
            /** @constant */
            registered: true;
            /** @description The shortcode of the application. */
            shortcode: string;
            /**
             * Format: uri
             * @description The URL that receives offline payments.
             */
            confirmationUrl: string;
            /**
             * Format: uri
             * @description The URL that receives validations. The same endpoint as `confirmationUrl`.
             */
            validationUrl: string;
            /** @description The provider's acknowledgement. Null when the shortcode was registered before. */
            responseCode: string | null;
            /** @description The text of the acknowledgement, or null. */
            responseDescription: string | null;
        };
        CollectAccepted: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            paymentId: string;
            /**
             * @description The customer has not answered the prompt yet.
             * @constant
             */
            status: "pending";
            /** @description The provider's identifier of the prompt. */
            checkoutRequestId: string;
        };
        Disbursement: {
            /**
             * Format: uuid
             * @description Identifier of the disbursement.
             */
            disbursementId: string;
            /** @description The provider's identifier of the conversation. Null when its response was lost and no result has arrived. */
            conversationId: string | null;
            /** @enum {string} */
            kind: "payout" | "reversal";
            /**
             * @description `pending`: the outcome is not known yet, which is not a failure. `success`: the money moved. `failed`: no money moved.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /**
             * @description The network that moves the money.
             * @enum {string}
             */
            rail: "mpesa" | "airtel";
            /** @description Whole KES. */
            amount: number;
            /** @description The phone number that was paid, as 254XXXXXXXXX. Payouts only. */
            phone?: string;
            /** @description The receipt of the reversed payment. Reversals only. */
            transactionId?: string;
            /** @description The `commandId` of the payout. Null for reversals. */
            commandId: string | null;
            /** @description The provider receipt of the disbursement itself. Null until it succeeds. */
            providerReceipt: string | null;
            /** @description Raw result code of the provider. 0 means success; null while pending. */
            resultCode: components["schemas"]["ResultCode"] | null;
            /** @description Result text of the provider. */
            resultDesc: string | null;
            /**
             * Format: date-time
             * @description When the disbursement was requested.
             */
            createdAt: string;
        };
        ListenedEvent: {
            /**
             * Format: uuid
             * @description Identifier of the delivery, as in x-webhook-id.
             */
            id: string;
            /** @description The headers of the webhook, signed for this response. */
            headers: {
                [key: string]: string;
            };
            /** @description The raw body of the webhook. Verify the signature over exactly these bytes. */
            body: string;
        };
        ListenedEvents: {
            events: components["schemas"]["ListenedEvent"][];
            /** @description Send this as `after` in the next request. */
            next: string;
        };
        TransactionStatusInquiry: {
            /**
             * Format: uuid
             * @description Identifier of the inquiry.
             */
            queryId: string;
            /** @description The provider's identifier of the conversation. Null when its response was lost and no result has arrived. */
            conversationId: string | null;
            /**
             * @description `pending`: no result yet. `answered`: the result is here. `failed`: the provider could not answer.
             * @enum {string}
             */
            status: "pending" | "answered" | "failed";
            /**
             * @description The network that was asked.
             * @enum {string}
             */
            rail: "mpesa" | "airtel";
            /** @description The transaction that the inquiry is about. Null for balances. */
            transactionId: string | null;
            /** @description Raw result code of the provider. 0 means answered; null while pending. */
            resultCode: components["schemas"]["ResultCode"] | null;
            /** @description Result text of the provider. */
            resultDesc: string | null;
            /**
             * Format: date-time
             * @description When the inquiry was requested.
             */
            createdAt: string;
            /** @constant */
            kind: "transaction_status";
            /** @description Null until the inquiry is answered. */
            result: components["schemas"]["Transaction"] | null;
        };
        AccountBalanceInquiry: {
            /**
             * Format: uuid
             * @description Identifier of the inquiry.
             */
            queryId: string;
            /** @description The provider's identifier of the conversation. Null when its response was lost and no result has arrived. */
            conversationId: string | null;
            /**
             * @description `pending`: no result yet. `answered`: the result is here. `failed`: the provider could not answer.
             * @enum {string}
             */
            status: "pending" | "answered" | "failed";
            /**
             * @description The network that was asked.
             * @enum {string}
             */
            rail: "mpesa" | "airtel";
            /** @description The transaction that the inquiry is about. Null for balances. */
            transactionId: string | null;
            /** @description Raw result code of the provider. 0 means answered; null while pending. */
            resultCode: components["schemas"]["ResultCode"] | null;
            /** @description Result text of the provider. */
            resultDesc: string | null;
            /**
             * Format: date-time
             * @description When the inquiry was requested.
             */
            createdAt: string;
            /** @constant */
            kind: "account_balance";
            /** @description Null until the inquiry is answered. */
            accounts: components["schemas"]["AccountBalance"][] | null;
        };
        Inquiry: components["schemas"]["TransactionStatusInquiry"] | components["schemas"]["AccountBalanceInquiry"];
        PaymentLink: {
            /**
             * Format: uuid
             * @description Identifier of the link.
             */
            linkId: string;
            /** @description The address of the page. Whoever has it can pay. Null when the installation changed its key for links. */
            url: string | null;
            /**
             * @description `once`: for one order. `many`: takes any number of payments.
             * @enum {string}
             */
            kind: "once" | "many";
            /**
             * @description `open`: anybody can pay. `paid`: its payments reached the amount. `ended`: nobody can begin to pay.
             * @enum {string}
             */
            status: "open" | "paid" | "ended";
            /** @description What ended it. `limit`: it has as many payments as it may. Null unless it ended. */
            endedBy: ("expiry" | "person" | "key" | "limit") | null;
            /** @description What is paid for. */
            title: string;
            /** @description More about it, in plain text. */
            description: string | null;
            /** @description Whole KES. Null: the payer chooses. */
            amount: number | null;
            /** @description The least that the payer can choose. */
            amountMin: number | null;
            /** @description The most that the payer can choose. */
            amountMax: number | null;
            /** @description Amounts that the page offers. */
            choices: number[];
            /** @description The reference of its payments. Null for a link of kind `many`. */
            accountReference: string | null;
            /** @description How the references of its payments begin. Null for a link of kind `once`. */
            referencePrefix: string | null;
            /** @description What the payer is asked, beside phone and amount. */
            fields: {
                /** @description The name of the answer. */
                name: string;
                /** @description What the payer reads. */
                label: string;
                /** @enum {string} */
                kind: "text" | "number" | "choice";
                required: boolean;
                choices?: string[];
            }[];
            /** @description When it ends. Null: never. */
            expiresAt: string | null;
            /** @description It ends after so many payments. Null: no such limit. */
            paymentsMax: number | null;
            /** @description The phone number that is filled in, as 254XXXXXXXXX. */
            phone: string | null;
            /** @description Where the page leads after a payment. */
            returnUrl: string | null;
            /**
             * @description The language of the page.
             * @enum {string}
             */
            language: "auto" | "en" | "sw";
            /** @description Whether the page shows how to pay from the M-PESA menu. */
            offline: boolean;
            /** @description How many payments count towards it. */
            paidCount: number;
            /** @description Their sum, whole KES. */
            paidAmount: number;
            /** @description How many people were asked for their PIN and have not answered yet, or are about to be asked. */
            openAttempts: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        PaymentLinkPage: {
            links: components["schemas"]["PaymentLink"][];
            /** @description Send this as `before` to read the next page. Null on the last page. */
            next: string | null;
        };
        LinkPayment: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            paymentId: string;
            /**
             * @description `pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /** @description Whole KES. The settled amount once the payment succeeded. */
            amount: number;
            /** @description 254XXXXXXXXX. For offline payments as the provider sends it, often masked. */
            phone: string | null;
            /** @description The reference of the payment. */
            accountRef: string;
            /** @description The provider receipt, once the payment succeeded. */
            providerReceipt: string | null;
            /** @description Who paid, as the provider reported. */
            payerName: string | null;
            /** @description What the payer answered, by the names of the fields. Null for an offline payment. */
            answers: {
                [key: string]: string;
            } | null;
            /**
             * Format: date-time
             * @description When the payment was requested or, offline, made.
             */
            createdAt: string;
            /** @description When the payment reached its final state here. */
            settledAt: string | null;
        };
        LinkPaymentPage: {
            payments: components["schemas"]["LinkPayment"][];
            /** @description Send this as `before` to read the next page. Null on the last page. */
            next: string | null;
        };
        Payment: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            paymentId: string;
            /**
             * @description `pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /**
             * @description `stk`: paid by prompt. `c2b`: paid offline.
             * @enum {string}
             */
            source: "stk" | "c2b";
            /**
             * @description The network that the payment used.
             * @enum {string}
             */
            rail: "mpesa" | "airtel";
            /** @description Whole KES. The settled amount once the payment succeeded. */
            amount: number;
            /** @description 254XXXXXXXXX. For offline payments as the provider sends it, often masked. */
            phone: string | null;
            /** @description The `accountReference` of the payment. */
            accountRef: string;
            /** @description The provider receipt, once the payment succeeded. */
            providerReceipt: string | null;
            /** @description The provider's identifier of the prompt. */
            checkoutRequestId: string | null;
            /** @description Raw result code of the provider. 0 means success; null while pending. */
            resultCode: components["schemas"]["ResultCode"] | null;
            /** @description Result text of the provider. */
            resultDesc: string | null;
            /**
             * Format: date-time
             * @description When the payment was requested. An offline payment: when the customer paid, as the provider reports it.
             */
            createdAt: string;
            /** @description When the payment reached its final state here. An offline payment: when it was recorded, which may be later than `createdAt`. */
            settledAt: string | null;
        };
        PaymentPage: {
            payments: components["schemas"]["Payment"][];
            /** @description Send this as `before` to read the next page. Null on the last page. */
            next: string | null;
        };
        DisbursementAccepted: {
            /**
             * Format: uuid
             * @description Identifier of the disbursement.
             */
            disbursementId: string;
            /** @description The provider's identifier of the conversation. */
            conversationId: string;
            /**
             * @description The outcome is not known yet.
             * @constant
             */
            status: "pending";
        };
        PayoutBatchCounts: {
            /** @description Can be paid, and are not yet. */
            good: number;
            /** @description Have a problem, and are never paid. */
            refused: number;
            /** @description Nothing was sent for them, and nothing will be. */
            skipped: number;
            /** @description The network was asked to pay them: paid, open or failed. */
            handed: number;
            /** @description Were paid. */
            paid: number;
            /** @description Their outcome is not known yet, which is not a failure. */
            open: number;
            /** @description Their payout failed: nothing was paid. */
            failed: number;
        };
        PayoutBatchChecks: {
            /** @description A batch with the same rows in the last 60 days. Null: there is none. */
            sameList: {
                /**
                 * Format: uuid
                 * @description The earlier batch.
                 */
                batchId: string;
                /** @description Its name. */
                name: string;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                createdAt: string;
            } | null;
            /** @description How many rows that can be paid have each warning, by its code. */
            warnings: {
                [key: string]: number;
            };
            /** @description Whole KES to phones that were never paid before. */
            firstAmount: number;
            /** @description Limits of your application that the batch as a whole would break. */
            limits: {
                /** @description The limit. */
                limit: string;
                /** @description Its amount, whole KES. */
                max: number;
                /** @description What counts towards it already, whole KES. */
                used: number;
            }[];
        };
        PayoutBatch: {
            /**
             * Format: uuid
             * @description Identifier of the batch.
             */
            batchId: string;
            /** @description What you called it. */
            name: string;
            /**
             * @description `checking`: its rows are compared with what was paid before. `draft`: checked, and nobody has sent it off. `awaiting_approval`: another person has to approve it. `approved`: it starts soon, or at `scheduledFor`. `running`: its rows are being paid. `paused`: no further row is paid until somebody resumes it. `ended`: every row has its final outcome. `cancelled`, `rejected` or `expired`: nothing more is paid.
             * @enum {string}
             */
            status: "checking" | "draft" | "awaiting_approval" | "approved" | "running" | "paused" | "ended" | "cancelled" | "rejected" | "expired";
            /**
             * @description The environment.
             * @enum {string}
             */
            env: "sandbox" | "production";
            /** @description The kind of payout, as the provider names it. */
            commandId: string;
            /** @description How many rows it has, refused ones too. */
            rows: number;
            /** @description Whole KES of the rows that are paid: without refused and skipped ones. */
            amount: number;
            /** @description Whole KES of the rows that were paid. */
            amountPaid: number;
            /** @description Your note. */
            note: string | null;
            /** @description The file that a person uploaded. Null for rows of the API. */
            sentFile: {
                /** @description The name of the file. */
                name: string;
                /** @description SHA-256 of what its rows say, hex. */
                sha256: string;
                /** @description Its size. */
                bytes: number;
            } | null;
            /** @description Who sent it off: `user:` or `key:` and an id. Null before. */
            requestedBy: string | null;
            /** @description The other person who approved it: `user:` and an id. */
            approvedBy: string | null;
            /** @description The first row is not paid before. Null: as soon as it is approved. */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When its first row could be paid. */
            startedAt: string | null;
            /** @description When it ended. */
            endedAt: string | null;
            /** @description Why it is paused. `caller`: somebody paused it. `initiator`: the network refuses the initiator. `float`: too little money. `day_limit`: a limit of a day. `unclear`: several answers proved nothing. `refusals`: several payouts failed in a row. `requester`: who sent it off may not any more. `suspended`: the organization is suspended. Null unless it is paused. */
            pausedBecause: ("caller" | "initiator" | "float" | "gap" | "day_limit" | "unclear" | "refusals" | "requester" | "suspended") | null;
            /** @description The batch whose failed rows it pays again. */
            parentId: string | null;
            counts: components["schemas"]["PayoutBatchCounts"];
            /** @description What the checks found. Null while it is checked. */
            checks: components["schemas"]["PayoutBatchChecks"] | null;
        };
        PayoutBatchPage: {
            batches: components["schemas"]["PayoutBatch"][];
            /** @description Send this as `before` to read the next page. Null on the last page. */
            next: string | null;
        };
        PayoutBatchRow: {
            /**
             * Format: uuid
             * @description Identifier of the row.
             */
            rowId: string;
            /** @description Its line in the file, or its place in the request, from 1. */
            number: number;
            /** @description 254XXXXXXXXX. Null when it cannot be read. */
            phone: string | null;
            /** @description Whole KES. Null when it cannot be read. */
            amount: number | null;
            /** @description The name that you gave. */
            name: string | null;
            /** @description What you call the person. */
            reference: string | null;
            /** @description Your remark for the provider. */
            remarks: string | null;
            /** @description The occasion for the provider. */
            occasion: string | null;
            /**
             * @description `good`: can be paid. `refused`: has a problem, and is never paid. `skipped`: nothing was sent for it, and nothing will be. `handed`: the network was asked to pay it.
             * @enum {string}
             */
            state: "good" | "refused" | "skipped" | "handed";
            /** @description What became of a row that was handed over. `open` is not a failure. Null for other rows. */
            outcome: ("paid" | "open" | "failed") | null;
            /** @description Why it is refused: all of it. */
            problems: {
                /** @description What it is. Later versions may have more codes. */
                code: string;
                /** @description The field that it is about. Null: the whole row. */
                field: string | null;
                /** @description The value as it was sent. */
                text: string;
            }[];
            /** @description What a person should know before it is paid. */
            warnings: {
                /** @description What it is. Later versions may have more codes. */
                code: string;
                /** @description The field that it is about. Null: the whole row. */
                field: string | null;
                /** @description The value as it was sent. */
                text: string;
            }[];
            /** @description Why it was skipped: `excluded` by the approver, `cancelled`, `rejected` or `expired` with its batch, or the code of the refusal. */
            skippedBecause: string | null;
            /** @description Its payout: read it with GET /disbursements/{id}. */
            disbursementId: string | null;
            /** @description The receipt of its payout. */
            providerReceipt: string | null;
            /** @description The result code of its payout. */
            resultCode: (number | string) | null;
            /** @description The result of its payout in the words of the provider. */
            resultDesc: string | null;
        };
        PayoutBatchRowPage: {
            rows: components["schemas"]["PayoutBatchRow"][];
            /** @description Send this as `before` to read the rows that follow. Null on the last page. */
            next: string | null;
        };
        PayoutBatchAccepted: {
            /**
             * Format: uuid
             * @description Identifier of the batch.
             */
            batchId: string;
            /**
             * @description Its rows are being checked.
             * @constant
             */
            status: "checking";
        };
        QrCode: {
            /**
             * Format: base64
             * @description The PNG image, base64-encoded.
             */
            qrBase64: string;
        };
        PaymentStatus: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            id: string;
            /**
             * @description `pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /** @description The provider receipt. Can be null for a moment after a success that a live query found. */
            providerReceipt: string | null;
            /** @description Raw result code of the provider. 0 means success; null while pending. */
            resultCode: components["schemas"]["ResultCode"] | null;
            /** @description Result text of the provider. */
            resultDesc: string | null;
        };
        SimulatedOutcome: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             */
            id: string;
            /**
             * @description `pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /** @description The provider receipt. Can be null for a moment after a success that a live query found. */
            providerReceipt: string | null;
            /** @description Raw result code of the provider. 0 means success; null while pending. */
            resultCode: components["schemas"]["ResultCode"] | null;
            /** @description Result text of the provider. */
            resultDesc: string | null;
            /**
             * Format: uuid
             * @description The `paymentId` of the request. Equal to `id`.
             */
            paymentId: string;
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
    getErrorReference: {
        parameters: {
            query?: {
                /** @description The network whose result codes to show. Default: all. */
                rail?: "mpesa" | "airtel";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. Each error code is an anchor, such as `#rate_limited`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    collect: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this operation, 1 to 255 printable ASCII characters without a comma. A request with the same key and body returns the original response and moves no more money. The body field `idempotencyKey` is an alternative; when you send both, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whole KES.
                     * @example 100
                     */
                    amount: number;
                    /**
                     * @description Kenyan mobile number, in one of the forms `0712345678`, `0112345678`, `254712345678`, `+254712345678` or `712345678`. Spaces, dashes, dots and brackets are ignored.
                     * @example 254712345678
                     * @example 0712345678
                     */
                    phone: string;
                    /** @description Your reference for the payment, returned as `accountRef`. The payer sees it on a paybill. Default: a short prefix of the paymentId. */
                    accountReference?: string | null;
                    /** @description What the payment is for. Default: Payment. */
                    description?: string | null;
                    /**
                     * @description Any JSON object, stored with the payment. It is never read, never returned and never sent in webhooks. May be nested up to 16 levels deep; strings and names must not contain NUL characters.
                     * @example {
                     *       "orderId": "8341"
                     *     }
                     */
                    metadata?: {
                        [key: string]: components["schemas"]["MetadataValue"];
                    } | null;
                    /**
                     * @description The network to use. You rarely need it: without it, an application with one account uses that one, and an application with several reaches each phone where it has paid before, on the network of its number, or on the default one.
                     * @enum {string|null}
                     */
                    rail?: "mpesa" | "airtel" | null;
                    /** @description Names one operation. Use a new key for each new payment, also to retry after a failure. */
                    idempotencyKey?: string | null;
                };
            };
        };
        responses: {
            /** @description The provider accepted the prompt. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectAccepted"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used with a different body, its first request is still running, or its outcome is unknown. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `paymentId` that POST /collect returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatus"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description How many payments to return, 1 to 100. */
                limit?: string;
                /** @description Returns the payments that are older than this one. Send the `next` of the previous page. Must be the id of one of your payments. */
                before?: string;
                /** @description Returns only payments in this state. */
                status?: "pending" | "success" | "failed";
                /** @description Returns only payments of this source. `stk`: paid by prompt. `c2b`: paid offline. */
                source?: "stk" | "c2b";
                /** @description Returns only payments on this network. */
                rail?: "mpesa" | "airtel";
                /** @description Returns only payments of this phone number, in any form that POST /collect accepts. */
                phone?: string;
                /** @description Returns only payments with exactly this reference. */
                accountReference?: string;
                /** @description Returns only the payment with this receipt. */
                receipt?: string;
                /** @description Returns payments created at this time or later. */
                createdFrom?: string;
                /** @description Returns payments created before this time. */
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @description How many links to return, 1 to 100. */
                limit?: string;
                /** @description Returns the links that are older than this one. Send the `next` of the previous page. Must be the id of one of your links. */
                before?: string;
                /** @description Returns only links in this state. */
                status?: "open" | "paid" | "ended";
                /** @description Returns only links of this kind. */
                kind?: "once" | "many";
                /** @description Returns only links with this reference, whatever its case, blanks and dashes. */
                reference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkPage"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this operation, 1 to 255 printable ASCII characters without a comma. A request with the same key and body returns the original response and moves no more money. The body field `idempotencyKey` is an alternative; when you send both, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is paid for, as the payer reads it. */
                    title: string;
                    /** @description Plain text. Line breaks are kept. */
                    description?: string | null;
                    /**
                     * Format: date-time
                     * @description When the link ends, 5 minutes to 366 days ahead. Default: in 7 days for `once`, never for `many`.
                     */
                    expiresAt?: string | null;
                    /** @description Of kind `many`: the link ends after so many payments. */
                    paymentsMax?: number | null;
                    /** @description Where the page leads after a payment: an https address without password. Its host must be on the list of return hosts of the application. Coming back proves nothing: read the link, or wait for the webhook. */
                    returnUrl?: string | null;
                    /**
                     * @description Any JSON object, stored with the payment. It is never read, never returned and never sent in webhooks. May be nested up to 16 levels deep; strings and names must not contain NUL characters.
                     * @example {
                     *       "orderId": "8341"
                     *     }
                     */
                    metadata?: {
                        [key: string]: components["schemas"]["MetadataValue"];
                    } | null;
                    /**
                     * @description `once`: for one order. `many`: takes any number of payments.
                     * @default once
                     * @enum {string|null}
                     */
                    kind?: "once" | "many" | null;
                    /** @description Whole KES. Without it, the payer chooses the amount. */
                    amount?: number | null;
                    /** @description The least that the payer can choose. Only without `amount`. */
                    amountMin?: number | null;
                    /** @description The most that the payer can choose, not less than `amountMin`. Only without `amount`. */
                    amountMax?: number | null;
                    /** @description Amounts that the page offers, different from each other and within the bounds. Only without `amount`. */
                    choices?: number[] | null;
                    /** @description Of kind `once`: the reference of its payments, with at least one letter or digit. No other open link of the application has it, whatever its case and blanks. Default: seven letters and digits. */
                    accountReference?: string | null;
                    /** @description Of kind `many`: how the reference of each payment begins. Default: PAY. */
                    referencePrefix?: string | null;
                    /** @description What the payer is asked, beside phone and amount. */
                    fields?: {
                        /** @description The name of the answer. Each field has another. */
                        name: string;
                        /** @description What the payer reads. */
                        label: string;
                        /**
                         * @description What the payer can answer.
                         * @enum {string}
                         */
                        kind: "text" | "number" | "choice";
                        /**
                         * @description Whether nobody can pay without an answer.
                         * @default false
                         */
                        required?: boolean;
                        /** @description What the payer chooses from: 1 to 20, for a field of kind `choice` alone. */
                        choices?: string[];
                    }[] | null;
                    /**
                     * @description Of kind `once`: filled in for the payer, who may type another. The page shows it masked.
                     * @example 254712345678
                     * @example 0712345678
                     */
                    phone?: string | null;
                    /**
                     * @description The language of the page. `auto`: that of the payer’s browser.
                     * @default auto
                     * @enum {string|null}
                     */
                    language?: "auto" | "en" | "sw" | null;
                    /** @description Whether the page shows how to pay from the M-PESA menu. Default: true for a paybill. A till cannot have it. */
                    offline?: boolean | null;
                    /** @description Names one operation. Use a new key for each new payment, also to retry after a failure. */
                    idempotencyKey?: string | null;
                };
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used with a different body, its first request is still running, or its outcome is unknown. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `linkId` that POST /payment-links returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `linkId` that POST /payment-links returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is paid for, as the payer reads it. */
                    title?: string | null;
                    /** @description Plain text. Line breaks are kept. */
                    description?: string | null;
                    /**
                     * Format: date-time
                     * @description When the link ends, 5 minutes to 366 days ahead. Default: in 7 days for `once`, never for `many`.
                     */
                    expiresAt?: string | null;
                    /** @description Of kind `many`: the link ends after so many payments. */
                    paymentsMax?: number | null;
                    /** @description Where the page leads after a payment: an https address without password. Its host must be on the list of return hosts of the application. Coming back proves nothing: read the link, or wait for the webhook. */
                    returnUrl?: string | null;
                    /**
                     * @description Any JSON object, stored with the payment. It is never read, never returned and never sent in webhooks. May be nested up to 16 levels deep; strings and names must not contain NUL characters.
                     * @example {
                     *       "orderId": "8341"
                     *     }
                     */
                    metadata?: {
                        [key: string]: components["schemas"]["MetadataValue"];
                    } | null;
                };
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLinkPayments: {
        parameters: {
            query?: {
                /** @description How many payments to return, 1 to 100. */
                limit?: string;
                /** @description Returns the payments that are older than this one. Send the `next` of the previous page. Must be the id of one of your payments. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description The `linkId` that POST /payment-links returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkPaymentPage"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `linkId` that POST /payment-links returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reopenLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `linkId` that POST /payment-links returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description How many batches to return, 1 to 100. */
                limit?: string;
                /** @description Returns the batches that are older than this one. Send the `next` of the previous page. Must be the id of one of your batches. */
                before?: string;
                /** @description Returns only batches in this state. */
                status?: "checking" | "draft" | "awaiting_approval" | "approved" | "running" | "paused" | "ended" | "cancelled" | "rejected" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchPage"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this operation, 1 to 255 printable ASCII characters without a comma. A request with the same key and body returns the original response and moves no more money. The body field `idempotencyKey` is an alternative; when you send both, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What people call the batch, such as `Payroll November`. */
                    name: string;
                    /**
                     * @description The kind of payout, as the provider names it.
                     * @default BusinessPayment
                     * @enum {string|null}
                     */
                    commandId?: "SalaryPayment" | "BusinessPayment" | "PromotionPayment" | null;
                    /** @description A note for the people who read the batch. */
                    note?: string | null;
                    /**
                     * Format: date-time
                     * @description When the first row is paid, at most 31 days ahead. Default: as soon as it is approved.
                     */
                    scheduledFor?: string | null;
                    /** @description Whom to pay, 1 to 5,000 rows. A row that cannot be paid refuses nothing: read what is wrong with it in the batch. */
                    rows: {
                        /**
                         * @description Kenyan mobile number of the receiver, in any form that POST /collect accepts.
                         * @example 254712345678
                         */
                        phone?: string | number | null;
                        /**
                         * @description Whole KES.
                         * @example 12500
                         */
                        amount?: string | number | null;
                        /** @description The name of the receiver, which is compared with the name that the network tells. */
                        name?: string | number | null;
                        /** @description What you call the person, such as an employee number. A batch warns when a person’s number has changed. */
                        reference?: string | number | null;
                        /** @description A remark for the provider. */
                        remarks?: string | number | null;
                        /** @description An occasion for the provider. */
                        occasion?: string | number | null;
                    }[];
                    /** @description Names one operation. Use a new key for each new payment, also to retry after a failure. */
                    idempotencyKey?: string | null;
                };
            };
        };
        responses: {
            /** @description The batch. Its rows are being checked. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchAccepted"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used with a different body, its first request is still running, or its outcome is unknown. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `batchId` that POST /payout-batches returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatch"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBatchRows: {
        parameters: {
            query?: {
                /** @description How many rows to return, 1 to 500. */
                limit?: string;
                /** @description Returns the rows that follow this one. Send the `next` of the previous page. Must be the id of a row of the batch. */
                before?: string;
                /** @description Returns only rows in this state. `handed` has `paid`, `open` and `failed` in it. */
                state?: "good" | "refused" | "skipped" | "handed" | "paid" | "open" | "failed";
            };
            header?: never;
            path: {
                /** @description The `batchId` that POST /payout-batches returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatchRowPage"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `batchId` that POST /payout-batches returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether you accept the warnings of the rows that are paid. */
                    acceptWarnings: boolean;
                    /**
                     * @description Whether refused rows are left out. Without it, a batch with refused rows is not paid.
                     * @default false
                     */
                    sendGoodOnly?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The batch. A worker pays its rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatch"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `batchId` that POST /payout-batches returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatch"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `batchId` that POST /payout-batches returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatch"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `batchId` that POST /payout-batches returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutBatch"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    simulateOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `paymentId` of a sandbox payment that is still pending. */
                    paymentId: string;
                    /**
                     * @description What the customer does with the prompt: enters the PIN (`approve`), cancels (`user_cancelled` or `cancel`), enters a wrong PIN (`wrong_pin`), has too little money (`insufficient_funds`), or does not react (`timeout`).
                     * @enum {string}
                     */
                    outcome: "approve" | "user_cancelled" | "cancel" | "wrong_pin" | "insufficient_funds" | "timeout";
                };
            };
        };
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedOutcome"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listenEvents: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response, unchanged. Without it, the response has no events and a `next` that starts now. */
                after?: string;
                /** @description How many seconds to wait for an event before returning none, 0 to 25. */
                wait?: string;
                /** @description Event types to return, separated by commas. Without them, or empty: `payment.success`, `payment.failed`, `payout.result`, `refund.result`, `admin.transaction_status`, `admin.account_balance`. The extra types are returned only when they are named: `link.paid`, `link.ended`, `batch.ended`. */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, or none when the wait ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListenedEvents"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateQr: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description KES. Can have decimals.
                     * @example 100
                     */
                    amount: number;
                    /** @description The reference that the payer sees. Default: Payment. */
                    refNo?: string | null;
                    /** @description The name that the payer sees. Default: the name of the application. */
                    merchantName?: string | null;
                    /**
                     * @description BG Buy Goods (till), PB Pay Bill, WA Withdraw at Agent, SB Send to Business, SM Send Money.
                     * @default BG
                     * @enum {string|null}
                     */
                    trxCode?: "BG" | "PB" | "WA" | "SB" | "SM" | null;
                    /** @description Who receives the money: till, paybill, agent or phone number. Default: your till or shortcode. */
                    cpi?: string | null;
                    /**
                     * @description Width and height of the image in pixels, 50 to 1000, as a string of digits.
                     * @default 300
                     * @example 300
                     */
                    size?: string | null;
                };
            };
        };
        responses: {
            /** @description The QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerC2b: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Send nothing, or a JSON object. Its members are ignored. */
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The URLs are registered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["C2bRegistered"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payout: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this operation, 1 to 255 printable ASCII characters without a comma. A request with the same key and body returns the original response and moves no more money. The body field `idempotencyKey` is an alternative; when you send both, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whole KES.
                     * @example 100
                     */
                    amount: number;
                    /**
                     * @description Kenyan mobile number of the receiver, in any form that POST /collect accepts.
                     * @example 254712345678
                     * @example 0712345678
                     */
                    phone: string;
                    /**
                     * @description The kind of payout, as the provider names it.
                     * @default BusinessPayment
                     * @enum {string|null}
                     */
                    commandId?: "SalaryPayment" | "BusinessPayment" | "PromotionPayment" | null;
                    /** @description A remark for the provider. */
                    remarks?: string | null;
                    /** @description An occasion for the provider. */
                    occasion?: string | null;
                    /**
                     * @description The network to use. You rarely need it: without it, an application with one account uses that one, and an application with several reaches each phone where it has paid before, on the network of its number, or on the default one.
                     * @enum {string|null}
                     */
                    rail?: "mpesa" | "airtel" | null;
                    /** @description Names one operation. Use a new key for each new payment, also to retry after a failure. */
                    idempotencyKey?: string | null;
                };
            };
        };
        responses: {
            /** @description The provider accepted the payout. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisbursementAccepted"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used with a different body, its first request is still running, or its outcome is unknown. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reverse: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this operation, 1 to 255 printable ASCII characters without a comma. A request with the same key and body returns the original response and moves no more money. The body field `idempotencyKey` is an alternative; when you send both, they must be equal. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The provider receipt of the payment to reverse.
                     * @example TJK1A2B3C4
                     */
                    transactionId: string;
                    /**
                     * @description Whole KES. Must equal the amount of the original transaction: a payment cannot be reversed in part.
                     * @example 100
                     */
                    amount: number;
                    /** @description A remark for the provider. */
                    remarks?: string | null;
                    /** @description An occasion for the provider. */
                    occasion?: string | null;
                    /** @description Names one operation. Use a new key for each new payment, also to retry after a failure. */
                    idempotencyKey?: string | null;
                };
            };
        };
        responses: {
            /** @description The provider accepted the reversal. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisbursementAccepted"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used with a different body, its first request is still running, or its outcome is unknown. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDisbursement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `disbursementId` that POST /payout or POST /reversal returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disbursement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Disbursement"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askTransactionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The receipt or transaction id to query.
                     * @example TJK1A2B3C4
                     */
                    transactionId: string;
                    /**
                     * @description The kind of party that the inquiry concerns: `1` MSISDN, `2` till, `4` shortcode.
                     * @default 4
                     * @enum {string|null}
                     */
                    identifierType?: "1" | "2" | "4" | null;
                    /** @description A remark of yours. The provider gets its first 100 characters, with blanks in place of line breaks. */
                    remarks?: string | null;
                    occasion?: string | null;
                };
            };
        };
        responses: {
            /** @description The provider accepted the inquiry. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InquiryAccepted"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askAccountBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The kind of party that the inquiry concerns: `1` MSISDN, `2` till, `4` shortcode.
                     * @default 4
                     * @enum {string|null}
                     */
                    identifierType?: "1" | "2" | "4" | null;
                    /** @description A remark of yours. The provider gets its first 100 characters, with blanks in place of line breaks. */
                    remarks?: string | null;
                    /**
                     * @description The network to ask. Default: that of your default account.
                     * @enum {string|null}
                     */
                    rail?: "mpesa" | "airtel" | null;
                };
            };
        };
        responses: {
            /** @description The provider accepted the inquiry. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InquiryAccepted"];
                };
            };
            /** @description The JSON is malformed, or the application has no provider credentials for this environment. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 100 kB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider rejected the request or did not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInquiry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `queryId` that POST /transaction-status or POST /account-balance returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inquiry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inquiry"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key lacks the scope that `missingScope` names, or may not be used from this address; or the organization is suspended; or the request exceeds a limit on money out, or a person has to approve it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource does not exist, or belongs to another application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something failed in the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    onPaymentSuccess: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSuccessEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentFailedEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutResult: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutResultEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundResult: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundResultEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTransactionStatus: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionStatusEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccountBalance: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountBalanceEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkPaidEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLinkEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEndedEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBatchEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event type. */
                "x-webhook-event": string;
                /** @description The id of this delivery, the same in every attempt. Use it to detect duplicates. */
                "x-webhook-id": string;
                /** @description `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body. */
                "x-webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchEndedEvent"];
            };
        };
        responses: {
            /** @description Acknowledges the event. Anything else has it sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
