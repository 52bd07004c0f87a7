// Made from docs/openapi.json by openapi.test.ts.

export interface paths {
    "/api/admin/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the roles and permissions of the caller, and whether the session may call routes that need a recent sign-in with two factors.
         * @description Every role.
         */
        get: operations["readSelf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists and searches users. Each request is recorded as an event, without what was typed.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Creates a user. With `sponsorId` the user is a guest and needs `validUntil`.
         * @description Permission `users.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a user. The request is recorded as an event.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["readUser"];
        put?: never;
        post?: never;
        /**
         * Erases a user with all personal data and reports what is deleted and what is kept. No other user can receive the username.
         * @description Permission `users.erase`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["eraseUser"];
        options?: never;
        head?: never;
        /**
         * Changes a user. `disabled: true`, or a period that is over, ends all sessions of the user at once. The email address of an administrator is changed only by a manifest.
         * @description Permission `users.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/admin/users/{id}/renewals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a later end date of a guest, whose sponsor must be enabled.
         * @description Permission `users.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["renewGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the groups of a user, also those of coming and past periods.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["listMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/memberships/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Adds a user to a group, or changes the period. Operators may do so for groups of which they are members.
         * @description Permission `users.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        put: operations["putMembership"];
        post?: never;
        /**
         * Removes a user from a group. Operators may do so for groups of which they are members.
         * @description Permission `users.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends the user an email with a link to choose the first password. It is for users who have no way to sign in yet, and takes the place of the invitation before.
         * @description Permission `users.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sign-in-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explains why a user cannot sign in, or cannot open an application: each rule with its remedy. The request is recorded as an event.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["checkSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sign-in-waits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forgets the wrong passwords and codes of a user, so that the next attempt need not wait. Needs all rights of the user, who is no administrator.
         * @description Permission `factors.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["liftSignInWaits"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists groups by name.
         * @description Permission `groups.read`: administrator, operator, application-owner, auditor.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Creates a group.
         * @description Permission `groups.write`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/groups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a group.
         * @description Permission `groups.read`: administrator, operator, application-owner, auditor.
         */
        get: operations["readGroup"];
        put?: never;
        post?: never;
        /**
         * Deletes a group that has no members, now or in a coming period, and gives no access. Past memberships end with it.
         * @description Permission `groups.write`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /**
         * Changes the title of a group, or its policy for second factors.
         * @description Permission `groups.write`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/api/admin/groups/{name}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the members of a group, with the dates of their memberships.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists API tokens, the newest first. The tokens themselves are not stored.
         * @description Permission `tokens.read`: administrator, operator (own objects), application-owner (own objects), auditor.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Creates an API token of the caller. The response shows the token this once.
         * @description Permission `tokens.write`: administrator, operator (own objects), application-owner (own objects), auditor (own objects). Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes an API token. Requests with it are refused at once.
         * @description Permission `tokens.write`: administrator, operator (own objects), application-owner (own objects), auditor (own objects).
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the roles of all users, by username.
         * @description Permission `roles.read`: administrator, auditor.
         */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Gives a user a role. Changes nothing if the user has it. For the role administrator, if several users have it, it creates an approval instead.
         * @description Permission `roles.write`: administrator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        put: operations["grantRole"];
        post?: never;
        /**
         * Takes a role from a user, who loses all API tokens, but never the last administrator. For another administrator it creates an approval instead.
         * @description Permission `roles.write`: administrator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        delete: operations["revokeRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the open sessions of a user, the last used one first. The request is recorded as an event.
         * @description Permission `sessions.read`: administrator, operator, auditor.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Signs a user out of all browsers, applications and devices. Applications are notified.
         * @description Permission `sessions.end`: administrator, operator.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends one session of a user. Applications are notified.
         * @description Permission `sessions.end`: administrator, operator.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists applications by name; owners see their own.
         * @description Permission `applications.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["listApplications"];
        put?: never;
        /**
         * Creates an application. It has no secret yet.
         * @description Permission `applications.manage`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an application.
         * @description Permission `applications.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["readApplication"];
        put?: never;
        post?: never;
        /**
         * Deletes an application with its grants, secrets and tickets.
         * @description Permission `applications.manage`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        /**
         * Changes the given fields. Owners change neither access nor what concerns data of users or the sign-in. Public keys need `applications.secrets` too.
         * @description Permission `applications.write`: administrator, application-owner (own objects). A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        patch: operations["updateApplication"];
        trace?: never;
    };
    "/api/admin/applications/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the client secrets with their dates. The secrets themselves are not stored.
         * @description Permission `applications.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["listApplicationSecrets"];
        put?: never;
        /**
         * Creates a client secret. The response shows it this once; the others stay valid.
         * @description Permission `applications.secrets`: administrator, application-owner (own objects). A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["createApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a client secret: requests with it are refused at once.
         * @description Permission `applications.secrets`: administrator, application-owner (own objects). A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["deleteApplicationSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the owners of an application.
         * @description Permission `applications.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["listApplicationOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/owners/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Makes a user an owner of an application. To use this API the user needs the role too.
         * @description Permission `applications.manage`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        put: operations["addApplicationOwner"];
        post?: never;
        /**
         * Removes an owner of an application.
         * @description Permission `applications.manage`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["removeApplicationOwner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/access/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says in plain words who has access, and how many users that are.
         * @description Permission `applications.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["explainApplicationAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/access/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the users who have access. The request is recorded as an event.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["listApplicationUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what the application learns about a user. The request is recorded as an event.
         * @description Permission `users.read`: administrator, operator, auditor.
         */
        get: operations["previewApplicationClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/applications/{id}/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the last sign-in and the last refused requests, equal ones once.
         * @description Permission `applications.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["diagnoseApplication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns how a user signs in and gets back in. The request is recorded as an event.
         * @description Permission `factors.read`: administrator, operator, auditor.
         */
        get: operations["readFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/identities/{method}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlinks an external account of a user, also as the last way to sign in. Administrators need a reset.
         * @description Permission `factors.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["unlinkIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a passkey of a user, also as the last way to sign in. Administrators need a reset.
         * @description Permission `factors.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/factors/{factor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes one way of a user to sign in or to get back in. Administrators need a reset. Without an authenticator app the user has no remembered browsers either, and without a passkey no recovery codes.
         * @description Permission `factors.write`: administrator, operator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["removeFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/factors/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes passkeys, authenticator app, recovery codes and remembered browsers, and ends all sessions. For an administrator it creates an approval instead (202).
         * @description Permission `factors.write`: administrator, operator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        post: operations["resetFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/access-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues a temporary access code, which the response shows this once. For an administrator it creates an approval instead (202).
         * @description Permission `factors.write`: administrator, operator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        post: operations["issueAccessCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the actions that wait for a second administrator.
         * @description Permission `approvals.read`: administrator, auditor.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approves and runs an action, as neither its requester nor its user, and as an administrator for 24 hours. The response shows an access code this once.
         * @description Permission `approvals.decide`: administrator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        post: operations["approveAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraws an action that waits for approval.
         * @description Permission `approvals.decide`: administrator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        delete: operations["withdrawApproval"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the signing keys of OpenID Connect by algorithm, without private parts.
         * @description Permission `keys.read`: administrator, auditor.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a signing key for every algorithm, which signs after two days. While such keys wait, the answer is 409. With `atOnce`, for leaked keys, it signs now and all others are deleted.
         * @description Permission `keys.rotate`: administrator. Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.
         */
        post: operations["rotateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the applications that have registered themselves, the newest first.
         * @description Permission `registrations.read`: administrator, auditor.
         */
        get: operations["listRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/registrations/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the unused registration tokens, without the tokens themselves, by their end.
         * @description Permission `registrations.read`: administrator, auditor.
         */
        get: operations["listRegistrationTokens"];
        put?: never;
        /**
         * Creates a token with which one application can register itself. The response shows it this once.
         * @description Permission `registrations.write`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        post: operations["createRegistrationToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/registrations/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes an unused registration token.
         * @description Permission `registrations.write`: administrator.
         */
        delete: operations["revokeRegistrationToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/registrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes an application that has registered itself. Users cannot sign in to it any more, and its tokens are revoked.
         * @description Permission `registrations.write`: administrator. A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.
         */
        delete: operations["removeRegistration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists events, the newest first. Owners of applications see those of their applications, without networks, browsers and sessions. Callers without `roles.read` see events of type `role.*`, and callers without `approvals.read` those of type `approval.*`, only where they concern or were caused by themselves.
         * @description Permission `events.read`: administrator, operator, application-owner (own objects), auditor.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
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
        Problem: {
            /** @constant */
            type: "about:blank";
            /** @description The name of the status. */
            title: string;
            status: number;
            /** @description The error code, which stays the same in later releases. */
            code: string;
            /** @description For people, in the language of `Accept-Language`: uk or en. */
            detail: string;
            /** @description The id of the request in the log of the server. */
            requestId: string;
            /** @description Path of each refused field → reason in English, for at most 50 fields. */
            fields?: {
                [key: string]: string;
            };
            /** @description The same as `fields`, for programs and for people. */
            errors?: {
                /** @description JSON Pointer (RFC 6901) of the field in the body; of a parameter or header, `/` and its name. */
                pointer: string;
                /**
                 * @description What is wrong; later releases may have others.
                 * @enum {string}
                 */
                code: "invalid" | "required" | "unknown" | "type" | "empty" | "too-long" | "too-short" | "too-many" | "too-few" | "range" | "characters" | "format" | "time" | "choice" | "duplicate" | "combination" | "address" | "key" | "picture" | "not-found" | "taken" | "reserved" | "state" | "forbidden";
                /** @description For people, in the language of `Accept-Language`. */
                detail: string;
            }[];
            /** @description How many more fields are refused, beyond those in `fields` and `errors`. */
            omittedFields?: number;
            /**
             * @description With `admin.forbidden`: the permission that the caller lacks.
             * @enum {string}
             */
            permission?: "users.read" | "users.write" | "users.erase" | "factors.read" | "factors.write" | "approvals.read" | "approvals.decide" | "sessions.read" | "sessions.end" | "roles.read" | "roles.write" | "groups.read" | "groups.write" | "applications.read" | "applications.write" | "applications.manage" | "applications.secrets" | "tokens.read" | "tokens.write" | "keys.read" | "keys.rotate" | "registrations.read" | "registrations.write" | "events.read";
            /**
             * @description With `admin.forbidden`, where the permission would suffice. `tokens-not-allowed`: the route needs a session.
             * @enum {string}
             */
            reason?: "tokens-not-allowed";
        };
        Access: "everyone" | {
            groups: string[];
        } | components["schemas"]["AccessCondition"];
        AccessCondition: {
            all: components["schemas"]["AccessCondition"][];
        } | {
            any: components["schemas"]["AccessCondition"][];
        } | {
            not: components["schemas"]["AccessCondition"];
        } | {
            group: string;
        } | {
            attribute: components["schemas"]["Attribute"];
            is: string;
        } | {
            attribute: components["schemas"]["Attribute"];
            in: string[];
        } | {
            attribute: components["schemas"]["Attribute"];
            exists: boolean;
        };
        /** @description studentId, employeeId, emailDomain, or data. with the name of a field */
        Attribute: ("studentId" | "employeeId" | "emailDomain") | string;
        GivenAccess: "everyone" | {
            groups: string[];
        } | components["schemas"]["AccessCondition"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readSelf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        username: string;
                        roles: ("administrator" | "operator" | "application-owner" | "auditor")[];
                        permissions: ("users.read" | "users.write" | "users.erase" | "factors.read" | "factors.write" | "approvals.read" | "approvals.decide" | "sessions.read" | "sessions.end" | "roles.read" | "roles.write" | "groups.read" | "groups.write" | "applications.read" | "applications.write" | "applications.manage" | "applications.secrets" | "tokens.read" | "tokens.write" | "keys.read" | "keys.rotate" | "registrations.read" | "registrations.write" | "events.read")[];
                        /** @description Until then the session may call the routes that need a sign-in within 10 minutes with two factors or a passkey. Null if it may not, and for API tokens. */
                        strongUntil: string | null;
                        secondFactor: {
                            /** @description Sign-ins of the caller with a password or Google need a second factor. */
                            required: boolean;
                            /** @description Until then the caller may sign in without one; null if there is no such time. */
                            requiredFrom: string | null;
                        };
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listUsers: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
                /** @description A part of names, the username, the address or a number. */
                q?: string;
                /** @description With `-`: descending. */
                sort?: "username" | "-username" | "fullName" | "-fullName" | "createdAt" | "-createdAt";
                /** @description Only members of this group. */
                group?: string;
                /** @description Only users with this role. */
                role?: "administrator" | "operator" | "application-owner" | "auditor";
                /** @description Only users who cannot, or can, sign in now. */
                disabled?: boolean;
                /** @description Only guests of this user. */
                sponsorId?: string;
                /** @description Only users whose `validUntil` is not before this time. */
                endsFrom?: string;
                /** @description Only users whose `validUntil` is before this time. */
                endsTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                            fullName: string;
                            email: string | null;
                            /** @description Of which the user is a member now. */
                            groups: string[];
                            /** @description Cannot sign in now, for the reason in `disabledReason`. */
                            disabled: boolean;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fullName: string;
                    fullNameEn?: string | null;
                    givenName?: string | null;
                    email?: string | null;
                    studentId?: string | null;
                    employeeId?: string | null;
                    /** @description Replaces all fields of the data. */
                    data?: {
                        [key: string]: string | null;
                    } | null;
                    /** @description Ten digits, by which the user signs in with Diia. Stored as a keyed hash and never returned. Null removes it. */
                    taxId?: string | null;
                    disabled?: boolean;
                    /** @description Null: since ever. */
                    validFrom?: string | null;
                    /** @description The first moment after the period; null: no end. */
                    validUntil?: string | null;
                    /** @description Makes the user a guest: the id of the user who answers for the guest. */
                    sponsorId?: string | null;
                    username: string;
                    groups?: string[];
                    /** @description The argon2id hash of a password from another system, in PHC form. Never returned. */
                    passwordHash?: string;
                    /** @description Sends the user an email with a link to choose the first password. */
                    invite?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    /** @description The path of the new object. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        username: string;
                        fullName: string;
                        email: string | null;
                        /** @description Of which the user is a member now. */
                        groups: string[];
                        /** @description Cannot sign in now, for the reason in `disabledReason`. */
                        disabled: boolean;
                        fullNameEn: string | null;
                        givenName: string | null;
                        studentId: string | null;
                        employeeId: string | null;
                        data: {
                            [key: string]: string | null;
                        };
                        /** @description A tax number is stored, by which the user signs in with Diia. */
                        hasTaxId: boolean;
                        disabledReason: ("by-administrator" | "not-yet-valid" | "expired") | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        /** @description Of a guest: the user who answers for the guest. */
                        sponsorId: string | null;
                        /** @description For how many guests this user answers. */
                        guests: number;
                        /** @description Also of coming and past periods. */
                        memberships: {
                            group: string;
                            validFrom: string | null;
                            validUntil: string | null;
                            /** @description The user is a member now. */
                            active: boolean;
                        }[];
                        /** @description Only with `roles.read`. */
                        roles?: ("administrator" | "operator" | "application-owner" | "auditor")[];
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    readUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        username: string;
                        fullName: string;
                        email: string | null;
                        /** @description Of which the user is a member now. */
                        groups: string[];
                        /** @description Cannot sign in now, for the reason in `disabledReason`. */
                        disabled: boolean;
                        fullNameEn: string | null;
                        givenName: string | null;
                        studentId: string | null;
                        employeeId: string | null;
                        data: {
                            [key: string]: string | null;
                        };
                        /** @description A tax number is stored, by which the user signs in with Diia. */
                        hasTaxId: boolean;
                        disabledReason: ("by-administrator" | "not-yet-valid" | "expired") | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        /** @description Of a guest: the user who answers for the guest. */
                        sponsorId: string | null;
                        /** @description For how many guests this user answers. */
                        guests: number;
                        /** @description Also of coming and past periods. */
                        memberships: {
                            group: string;
                            validFrom: string | null;
                            validUntil: string | null;
                            /** @description The user is a member now. */
                            active: boolean;
                        }[];
                        /** @description Only with `roles.read`. */
                        roles?: ("administrator" | "operator" | "application-owner" | "auditor")[];
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    eraseUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description What is deleted. */
                        deleted: {
                            /** @description A kind of records. */
                            what: string;
                            count: number;
                        }[];
                        /** @description What stays, and why. */
                        kept: {
                            what: string;
                            count: number;
                            why: string;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    updateUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the object that the caller has read. */
                "If-Match": string;
            };
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fullName?: string;
                    fullNameEn?: string | null;
                    givenName?: string | null;
                    email?: string | null;
                    studentId?: string | null;
                    employeeId?: string | null;
                    /** @description Replaces all fields of the data. */
                    data?: {
                        [key: string]: string | null;
                    } | null;
                    /** @description Ten digits, by which the user signs in with Diia. Stored as a keyed hash and never returned. Null removes it. */
                    taxId?: string | null;
                    disabled?: boolean;
                    /** @description Null: since ever. */
                    validFrom?: string | null;
                    /** @description The first moment after the period; null: no end. */
                    validUntil?: string | null;
                    /** @description Makes the user a guest: the id of the user who answers for the guest. */
                    sponsorId?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        username: string;
                        fullName: string;
                        email: string | null;
                        /** @description Of which the user is a member now. */
                        groups: string[];
                        /** @description Cannot sign in now, for the reason in `disabledReason`. */
                        disabled: boolean;
                        fullNameEn: string | null;
                        givenName: string | null;
                        studentId: string | null;
                        employeeId: string | null;
                        data: {
                            [key: string]: string | null;
                        };
                        /** @description A tax number is stored, by which the user signs in with Diia. */
                        hasTaxId: boolean;
                        disabledReason: ("by-administrator" | "not-yet-valid" | "expired") | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        /** @description Of a guest: the user who answers for the guest. */
                        sponsorId: string | null;
                        /** @description For how many guests this user answers. */
                        guests: number;
                        /** @description Also of coming and past periods. */
                        memberships: {
                            group: string;
                            validFrom: string | null;
                            validUntil: string | null;
                            /** @description The user is a member now. */
                            active: boolean;
                        }[];
                        /** @description Only with `roles.read`. */
                        roles?: ("administrator" | "operator" | "application-owner" | "auditor")[];
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.version-conflict` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.precondition-required` */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    renewGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The new end.
                     */
                    validUntil: string;
                    /**
                     * Format: uuid
                     * @description Another sponsor.
                     */
                    sponsorId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        username: string;
                        fullName: string;
                        email: string | null;
                        /** @description Of which the user is a member now. */
                        groups: string[];
                        /** @description Cannot sign in now, for the reason in `disabledReason`. */
                        disabled: boolean;
                        fullNameEn: string | null;
                        givenName: string | null;
                        studentId: string | null;
                        employeeId: string | null;
                        data: {
                            [key: string]: string | null;
                        };
                        /** @description A tax number is stored, by which the user signs in with Diia. */
                        hasTaxId: boolean;
                        disabledReason: ("by-administrator" | "not-yet-valid" | "expired") | null;
                        validFrom: string | null;
                        validUntil: string | null;
                        /** @description Of a guest: the user who answers for the guest. */
                        sponsorId: string | null;
                        /** @description For how many guests this user answers. */
                        guests: number;
                        /** @description Also of coming and past periods. */
                        memberships: {
                            group: string;
                            validFrom: string | null;
                            validUntil: string | null;
                            /** @description The user is a member now. */
                            active: boolean;
                        }[];
                        /** @description Only with `roles.read`. */
                        roles?: ("administrator" | "operator" | "application-owner" | "auditor")[];
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listMemberships: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            group: string;
                            validFrom: string | null;
                            validUntil: string | null;
                            /** @description The user is a member now. */
                            active: boolean;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    putMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description Name of the group. */
                group: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Null: since ever. */
                    validFrom?: string | null;
                    /** @description The first moment after the period; null: no end. */
                    validUntil?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        group: string;
                        validFrom: string | null;
                        validUntil: string | null;
                        /** @description The user is a member now. */
                        active: boolean;
                        /** @description The new version of the user. */
                        version: number;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    removeMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description Name of the group. */
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    /** @description The new version of the user. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description The link is valid until then.
                         */
                        expiresAt: string;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    checkSignIn: {
        parameters: {
            query?: {
                /** @description Also explains access to this application. */
                applicationId?: string;
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        canSignIn: boolean;
                        obstacles: {
                            /** @enum {string} */
                            code: "disabled" | "not-yet-valid" | "expired" | "no-way" | "invitation-waits" | "throttled" | "throttled-in-one-place" | "second-factor-throttled" | "second-factor-throttled-in-one-place" | "shared-address" | "second-factor-missing" | "method-not-accepted" | "no-access";
                            /** @description False if the user can sign in nevertheless. */
                            prevents: boolean;
                            rule: {
                                uk: string;
                                en: string;
                            };
                            remedy: {
                                uk: string;
                                en: string;
                            };
                            /** @description When it ends by itself. */
                            until: string | null;
                            /** @description Of `no-access`: who has access, and which conditions the user meets. */
                            access: {
                                uk: {
                                    summary: string;
                                    conditions: {
                                        /** @description Its indentation. */
                                        level: number;
                                        text: string;
                                        /** @description Whether the user meets it. */
                                        isMet: boolean | null;
                                    }[];
                                };
                                en: {
                                    summary: string;
                                    conditions: {
                                        /** @description Its indentation. */
                                        level: number;
                                        text: string;
                                        /** @description Whether the user meets it. */
                                        isMet: boolean | null;
                                    }[];
                                };
                            } | null;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    liftSignInWaits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listGroups: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            name: string;
                            title: {
                                uk: string;
                                en: string;
                            } | null;
                            /** @description The policy for second factors of its members; null for that of the settings. */
                            secondFactor: ("off" | "offered" | "required") | null;
                            /** Format: date-time */
                            createdAt: string;
                            version: number;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    title?: {
                        uk: string;
                        en: string;
                    } | null;
                    /** @description The policy for second factors of its members; null for that of the settings. */
                    secondFactor?: ("off" | "offered" | "required") | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    /** @description The path of the new object. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        title: {
                            uk: string;
                            en: string;
                        } | null;
                        /** @description The policy for second factors of its members; null for that of the settings. */
                        secondFactor: ("off" | "offered" | "required") | null;
                        /** Format: date-time */
                        createdAt: string;
                        version: number;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    readGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the group. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        title: {
                            uk: string;
                            en: string;
                        } | null;
                        /** @description The policy for second factors of its members; null for that of the settings. */
                        secondFactor: ("off" | "offered" | "required") | null;
                        /** Format: date-time */
                        createdAt: string;
                        version: number;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    deleteGroup: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the object that the caller has read. */
                "If-Match": string;
            };
            path: {
                /** @description Name of the group. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.version-conflict` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.precondition-required` */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    updateGroup: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the object that the caller has read. */
                "If-Match": string;
            };
            path: {
                /** @description Name of the group. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: {
                        uk: string;
                        en: string;
                    } | null;
                    /** @description The policy for second factors of its members; null for that of the settings. */
                    secondFactor?: ("off" | "offered" | "required") | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        title: {
                            uk: string;
                            en: string;
                        } | null;
                        /** @description The policy for second factors of its members; null for that of the settings. */
                        secondFactor: ("off" | "offered" | "required") | null;
                        /** Format: date-time */
                        createdAt: string;
                        version: number;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.version-conflict` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.precondition-required` */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listMembers: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
                /** @description Members now, or users whose membership is coming or past. */
                period?: "now" | "coming" | "past" | "all";
            };
            header?: never;
            path: {
                /** @description Name of the group. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                            fullName: string;
                            disabled: boolean;
                            /** @description First moment of the membership; null for no bound. */
                            validFrom: string | null;
                            /** @description Its end; null for no bound. */
                            validUntil: string | null;
                            /**
                             * @description Whether the user is a member now.
                             * @enum {string}
                             */
                            period: "now" | "coming" | "past";
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listTokens: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            /** @description Permissions, of which the token has those that its user has. Those to change users, groups or applications need those to read them. */
                            scopes: ("users.read" | "users.write" | "users.erase" | "factors.read" | "factors.write" | "approvals.read" | "approvals.decide" | "sessions.read" | "sessions.end" | "roles.read" | "roles.write" | "groups.read" | "groups.write" | "applications.read" | "applications.write" | "applications.manage" | "applications.secrets" | "tokens.read" | "tokens.write" | "keys.read" | "keys.rotate" | "registrations.read" | "registrations.write" | "events.read")[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                            lastUsedAt: string | null;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string & (unknown & unknown);
                    /** @description Permissions, of which the token has those that its user has. Those to change users, groups or applications need those to read them. */
                    scopes: ("users.read" | "users.write" | "users.erase" | "factors.read" | "factors.write" | "approvals.read" | "approvals.decide" | "sessions.read" | "sessions.end" | "roles.read" | "roles.write" | "groups.read" | "groups.write" | "applications.read" | "applications.write" | "applications.manage" | "applications.secrets" | "tokens.read" | "tokens.write" | "keys.read" | "keys.rotate" | "registrations.read" | "registrations.write" | "events.read")[];
                    /**
                     * Format: date-time
                     * @description Within 366 days.
                     */
                    expiresAt: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The path of the new object. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** Format: uuid */
                        userId: string;
                        username: string;
                        /** @description Permissions, of which the token has those that its user has. Those to change users, groups or applications need those to read them. */
                        scopes: ("users.read" | "users.write" | "users.erase" | "factors.read" | "factors.write" | "approvals.read" | "approvals.decide" | "sessions.read" | "sessions.end" | "roles.read" | "roles.write" | "groups.read" | "groups.write" | "applications.read" | "applications.write" | "applications.manage" | "applications.secrets" | "tokens.read" | "tokens.write" | "keys.read" | "keys.rotate" | "registrations.read" | "registrations.write" | "events.read")[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        lastUsedAt: string | null;
                        token: string;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the token. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listRoles: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
                /** @description Only holders of this role. */
                role?: "administrator" | "operator" | "application-owner" | "auditor";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            disabled: boolean;
                            /** @enum {string} */
                            role: "administrator" | "operator" | "application-owner" | "auditor";
                            /** Format: date-time */
                            grantedAt: string;
                            /** @description Until then the role gives no rights, because the user got back into the account by the secondary address; null if it does. */
                            suspendedUntil: string | null;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    grantRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description The role. */
                role: "administrator" | "operator" | "application-owner" | "auditor";
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Is stored in the event. */
                    reason?: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description The action waits for a second administrator. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            action: "factors.reset" | "access-code.issue" | "administrator.grant" | "administrator.revoke" | "roles.restore";
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            /**
                             * Format: uuid
                             * @description The user for `roles.restore`, whose roles are suspended.
                             */
                            requestedById: string;
                            requestedBy: string;
                            /** @description May be empty for roles. */
                            reason: string;
                            /** @description For how long the access code is valid; null for other actions. */
                            hours: number | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    revokeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description The role. */
                role: "administrator" | "operator" | "application-owner" | "auditor";
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Is stored in the event. */
                    reason?: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description The action waits for a second administrator. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            action: "factors.reset" | "access-code.issue" | "administrator.grant" | "administrator.revoke" | "roles.restore";
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            /**
                             * Format: uuid
                             * @description The user for `roles.restore`, whose roles are suspended.
                             */
                            requestedById: string;
                            requestedBy: string;
                            /** @description May be empty for roles. */
                            reason: string;
                            /** @description For how long the access code is valid; null for other actions. */
                            hours: number | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            method: "password" | "diia" | "google" | "passkey";
                            browser: string | null;
                            system: string | null;
                            /** @description The user said so at the sign-in. */
                            sharedComputer: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description The last sign-in in this session.
                             */
                            authenticatedAt: string;
                            /** Format: date-time */
                            lastUsedAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listApplications: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
                /** @description A part of the name or of a title. */
                q?: string;
                /** @description Only applications of this protocol. */
                protocol?: "ticket" | "oidc" | "cas" | "link";
                /** @description Only applications of which this user is an owner. */
                ownerId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            title: {
                                uk: string;
                                en: string;
                            };
                            protocol: string;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    createApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    title: {
                        uk: string;
                        en: string;
                    };
                    description: {
                        uk: string;
                        en: string;
                    };
                    /** @description The settings of the protocol, as in a manifest, without secrets. */
                    protocol: {
                        /** @description The type of the protocol, as in a manifest. */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                    access: components["schemas"]["GivenAccess"];
                    category?: {
                        uk: string;
                        en: string;
                    } | null;
                    /** @description A data URL of a picture. */
                    icon?: string | null;
                    /** @description Where users of the application find help. */
                    contact?: string | null;
                    /** @description What the application receives beyond the usual: the tax number. */
                    releases?: "taxId"[];
                    /** @description The level of authentication that each sign-in to it needs; null for any. */
                    minimumLevel?: ("urn:brama:acr:2" | "urn:brama:acr:mfa") | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    /** @description The path of the new object. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        title: {
                            uk: string;
                            en: string;
                        };
                        description: {
                            uk: string;
                            en: string;
                        };
                        category: {
                            uk: string;
                            en: string;
                        } | null;
                        /** @description Path of the picture on this server. */
                        icon: string | null;
                        access: components["schemas"]["Access"];
                        contact: string | null;
                        /** @description What the application receives beyond the usual: the tax number. */
                        releases: "taxId"[];
                        /** @description The level of authentication that each sign-in to it needs; null for any. */
                        minimumLevel: ("urn:brama:acr:2" | "urn:brama:acr:mfa") | null;
                        /** @description Marks the sandbox: the application with which the button wizard runs a trial sign-in. At most one. */
                        sandbox: boolean;
                        /** @description The settings of the protocol, as in a manifest, without secrets. */
                        protocol: {
                            type: string;
                        } & {
                            [key: string]: unknown;
                        };
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    readApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        title: {
                            uk: string;
                            en: string;
                        };
                        description: {
                            uk: string;
                            en: string;
                        };
                        category: {
                            uk: string;
                            en: string;
                        } | null;
                        /** @description Path of the picture on this server. */
                        icon: string | null;
                        access: components["schemas"]["Access"];
                        contact: string | null;
                        /** @description What the application receives beyond the usual: the tax number. */
                        releases: "taxId"[];
                        /** @description The level of authentication that each sign-in to it needs; null for any. */
                        minimumLevel: ("urn:brama:acr:2" | "urn:brama:acr:mfa") | null;
                        /** @description Marks the sandbox: the application with which the button wizard runs a trial sign-in. At most one. */
                        sandbox: boolean;
                        /** @description The settings of the protocol, as in a manifest, without secrets. */
                        protocol: {
                            type: string;
                        } & {
                            [key: string]: unknown;
                        };
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    deleteApplication: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the object that the caller has read. */
                "If-Match": string;
            };
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.version-conflict` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.precondition-required` */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    updateApplication: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the object that the caller has read. */
                "If-Match": string;
            };
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    title?: {
                        uk: string;
                        en: string;
                    };
                    description?: {
                        uk: string;
                        en: string;
                    };
                    category?: {
                        uk: string;
                        en: string;
                    } | null;
                    /** @description A data URL of a picture. */
                    icon?: string | null;
                    access?: components["schemas"]["GivenAccess"];
                    /** @description Where users of the application find help. */
                    contact?: string | null;
                    /** @description What the application receives beyond the usual: the tax number. */
                    releases?: "taxId"[];
                    /** @description The level of authentication that each sign-in to it needs; null for any. */
                    minimumLevel?: ("urn:brama:acr:2" | "urn:brama:acr:mfa") | null;
                    /** @description The settings of the protocol, as in a manifest, without secrets. */
                    protocol?: {
                        /** @description The type of the protocol, as in a manifest. */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        title: {
                            uk: string;
                            en: string;
                        };
                        description: {
                            uk: string;
                            en: string;
                        };
                        category: {
                            uk: string;
                            en: string;
                        } | null;
                        /** @description Path of the picture on this server. */
                        icon: string | null;
                        access: components["schemas"]["Access"];
                        contact: string | null;
                        /** @description What the application receives beyond the usual: the tax number. */
                        releases: "taxId"[];
                        /** @description The level of authentication that each sign-in to it needs; null for any. */
                        minimumLevel: ("urn:brama:acr:2" | "urn:brama:acr:mfa") | null;
                        /** @description Marks the sandbox: the application with which the button wizard runs a trial sign-in. At most one. */
                        sandbox: boolean;
                        /** @description The settings of the protocol, as in a manifest, without secrets. */
                        protocol: {
                            type: string;
                        } & {
                            [key: string]: unknown;
                        };
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.version-conflict` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.precondition-required` */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listApplicationSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            /** @description Null for the secret of a manifest. */
                            createdAt: string | null;
                            /** @description Null: the secret does not expire. */
                            expiresAt: string | null;
                            lastUsedAt: string | null;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    createApplicationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string & (unknown & unknown);
                    /** Format: date-time */
                    expiresAt: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The version. */
                    ETag?: string;
                    /** @description The path of the new object. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @description Null for the secret of a manifest. */
                        createdAt: string | null;
                        /** @description Null: the secret does not expire. */
                        expiresAt: string | null;
                        lastUsedAt: string | null;
                        secret: string;
                        /** @description The new version of the application. */
                        version: number;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    deleteApplicationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
                /** @description Id of the secret; `manifest` for that of a manifest. */
                secretId: string | "manifest";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    /** @description The new version of the application. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listApplicationOwners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                            fullName: string;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    addApplicationOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
                /** @description Id of the owner. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    removeApplicationOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
                /** @description Id of the owner. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    explainApplicationAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uk: {
                            summary: string;
                            /** @description One line for each condition. */
                            conditions: {
                                /** @description Its indentation. */
                                level: number;
                                text: string;
                            }[];
                        };
                        en: {
                            summary: string;
                            /** @description One line for each condition. */
                            conditions: {
                                /** @description Its indentation. */
                                level: number;
                                text: string;
                            }[];
                        };
                        /** @description How many users have access; may be 30 seconds old. */
                        users: number;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listApplicationUsers: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            username: string;
                            fullName: string;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                        /** @description On all pages; may be 30 seconds old. */
                        total: number;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    previewApplicationClaims: {
        parameters: {
            query: {
                /** @description Id of the user. */
                userId: string;
            };
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasAccess: boolean;
                        /** @description The user must agree first. */
                        needsConsent: boolean;
                        claims: {
                            [key: string]: unknown;
                        };
                        /** @description The tax number too, if the user signs in with a method that proves it. */
                        receivesTaxId: boolean;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    diagnoseApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lastSignInAt: string | null;
                        /** @description The refused requests, the last one first. */
                        items: {
                            /**
                             * Format: date-time
                             * @description The last time.
                             */
                            at: string;
                            /** @description How many equal requests were refused. */
                            count: number;
                            /** @description The kind of the request. */
                            request: string;
                            /** @description An error code of OAuth 2.0, or of this server. */
                            error: string;
                            reason?: string;
                            /** @description The parameter that differs from the record. */
                            parameter?: string;
                            /** @description What was sent. */
                            received?: string[];
                            /** @description What is registered. */
                            registered?: string[];
                            /** @description The parts in which they differ. */
                            differs?: string[];
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    readFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False also while the method is turned off. */
                        password: boolean;
                        /** @description False also while the method is turned off. */
                        diia: boolean;
                        google: {
                            /** @description Shortened: `o…@gmail.com`. */
                            email: string | null;
                            /** Format: date-time */
                            linkedAt: string;
                        } | null;
                        passkeys: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** Format: date-time */
                            createdAt: string;
                            lastUsedAt: string | null;
                        }[];
                        authenticatorApp: {
                            /** Format: date-time */
                            createdAt: string;
                            lastUsedAt: string | null;
                        } | null;
                        recoveryCodesLeft: number;
                        rememberedBrowsers: {
                            browser: string | null;
                            system: string | null;
                            /** Format: date-time */
                            lastUsedAt: string;
                        }[];
                        secondaryEmail: {
                            /** @description Shortened: `o…@gmail.com`. */
                            email: string | null;
                            /** @enum {string} */
                            state: "none" | "unconfirmed" | "waiting" | "usable";
                        };
                        /** @description From when second factors count that were added after the user has secured the account in a session without one. Null if they count. */
                        newFactorsCountFrom: string | null;
                        accessCode: {
                            /** @description Who issued it. */
                            issuedBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                        } | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description The sign-in method of the account. */
                method: "google";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description Id of the passkey. */
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    removeFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
                /** @description What is removed. */
                factor: "authenticator-app" | "remembered-browsers" | "secondary-email" | "access-code";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    resetFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Is stored in the event. */
                    reason: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        action: "factors.reset";
                        sessionsEnded: number;
                    } | {
                        /** @constant */
                        action: "access-code.issue";
                        accessCode: {
                            code: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    } | {
                        /** @enum {string} */
                        action: "administrator.grant" | "administrator.revoke" | "roles.restore";
                    };
                };
            };
            /** @description The action waits for a second administrator. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            action: "factors.reset" | "access-code.issue" | "administrator.grant" | "administrator.revoke" | "roles.restore";
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            /**
                             * Format: uuid
                             * @description The user for `roles.restore`, whose roles are suspended.
                             */
                            requestedById: string;
                            requestedBy: string;
                            /** @description May be empty for roles. */
                            reason: string;
                            /** @description For how long the access code is valid; null for other actions. */
                            hours: number | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    issueAccessCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Is stored in the event. */
                    reason: string & (unknown & unknown);
                    /**
                     * @description For how long it is valid.
                     * @default 24
                     */
                    hours?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        action: "factors.reset";
                        sessionsEnded: number;
                    } | {
                        /** @constant */
                        action: "access-code.issue";
                        accessCode: {
                            code: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    } | {
                        /** @enum {string} */
                        action: "administrator.grant" | "administrator.revoke" | "roles.restore";
                    };
                };
            };
            /** @description The action waits for a second administrator. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approval: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            action: "factors.reset" | "access-code.issue" | "administrator.grant" | "administrator.revoke" | "roles.restore";
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            /**
                             * Format: uuid
                             * @description The user for `roles.restore`, whose roles are suspended.
                             */
                            requestedById: string;
                            requestedBy: string;
                            /** @description May be empty for roles. */
                            reason: string;
                            /** @description For how long the access code is valid; null for other actions. */
                            hours: number | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            action: "factors.reset" | "access-code.issue" | "administrator.grant" | "administrator.revoke" | "roles.restore";
                            /** Format: uuid */
                            userId: string;
                            username: string;
                            /**
                             * Format: uuid
                             * @description The user for `roles.restore`, whose roles are suspended.
                             */
                            requestedById: string;
                            requestedBy: string;
                            /** @description May be empty for roles. */
                            reason: string;
                            /** @description For how long the access code is valid; null for other actions. */
                            hours: number | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    approveAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        action: "factors.reset";
                        sessionsEnded: number;
                    } | {
                        /** @constant */
                        action: "access-code.issue";
                        accessCode: {
                            code: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    } | {
                        /** @enum {string} */
                        action: "administrator.grant" | "administrator.revoke" | "roles.restore";
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    withdrawApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            kid: string;
                            alg: string;
                            /**
                             * @description `next` does not sign yet; `former` is published for what it has signed.
                             * @enum {string}
                             */
                            state: "signing" | "next" | "former";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            signsFrom: string;
                        }[];
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    rotateKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For leaked keys.
                     * @default false
                     */
                    atOnce?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            kid: string;
                            alg: string;
                            /**
                             * @description `next` does not sign yet; `former` is published for what it has signed.
                             * @enum {string}
                             */
                            state: "signing" | "next" | "former";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            signsFrom: string;
                        }[];
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listRegistrations: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            title: {
                                uk: string;
                                en: string;
                            };
                            /** Format: date-time */
                            registeredAt: string;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listRegistrationTokens: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            groups: string[] | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    createRegistrationToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For how long it can be used.
                     * @default 24
                     */
                    hours?: number;
                    /** @description Only members of these groups may use the application; null, the default, for all users. */
                    groups?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description False while registration is turned off: servers refuse the token. */
                        accepted: boolean;
                    };
                };
            };
            /** @description `request.invalid`, `request.malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.idempotency-key-reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    revokeRegistrationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the token. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    removeRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `request.foreign-origin`, `admin.higher-role` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.not-found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.user-changed`, `admin.conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.unsupported-type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
    listEvents: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description `next` of the page before, with the same filters. */
                cursor?: string;
                /** @description Only events of this type. */
                type?: "sign-in.succeeded" | "sign-in.refused" | "sign-in.waits-lifted" | "second-factor.refused" | "recovery-code.used" | "browser.remembered" | "session.ended" | "account.secured" | "password.changed" | "password.change-refused" | "password.reset-asked" | "secondary-email.added" | "secondary-email.confirmed" | "secondary-email.removed" | "access-code.issued" | "access-code.used" | "recovery.used" | "factors.reset" | "role.granted" | "role.revoked" | "role.suspended" | "role.restored" | "token.created" | "google.linked" | "google.unlinked" | "passkey.added" | "passkey.removed" | "second-factor.added" | "second-factor.removed" | "recovery-codes.created" | "browser.forgotten" | "access.granted" | "access.declined" | "access.withdrawn" | "device.allowed" | "registration.permitted" | "registration.removed" | "keys.rotated" | "keys.replaced" | "configuration.exported" | "data.released" | "user.viewed" | "users.searched" | "user.created" | "user.invited" | "user.changed" | "user.erased" | "guest.renewed" | "application.created" | "application.changed" | "application.deleted" | "application.secret-created" | "application.secret-deleted" | "application.owner-added" | "application.owner-removed" | "application.users-viewed" | "application.claims-viewed" | "user.disabled" | "user.enabled" | "membership.started" | "membership.ended" | "membership.changed" | "membership.removed" | "group.created" | "group.changed" | "group.deleted" | "access-code.revoked" | "token.revoked" | "approval.requested" | "approval.given" | "approval.withdrawn" | "registration.token-revoked";
                /** @description Only events that concern this user. */
                userId?: string;
                /** @description Only events of this application. */
                applicationId?: string;
                /** @description Only actions of this user for the administration. */
                actorId?: string;
                /** @description Only events at or after this time. */
                from?: string;
                /** @description Only events before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /**
                             * Format: date-time
                             * @description The start of the period, for events that are counted together.
                             */
                            at: string;
                            type: string;
                            count: number;
                            /** @description `user`, `administrator`, `application`, `server` or `unknown`; later releases may have others. */
                            actor: string;
                            /** @description Id of the user who acted for the administration. */
                            actorId: string | null;
                            /** @description Whom it concerns. */
                            userId: string | null;
                            applicationId: string | null;
                            sessionId: string | null;
                            method: string | null;
                            network: string | null;
                            browser: string | null;
                            system: string | null;
                            details: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description The `cursor` of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.invalid` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session.required`, `admin.token-invalid` */
            401: {
                headers: {
                    /** @description `Bearer`, in some cases with an `error`. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `admin.forbidden`, `admin.roles-suspended` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request.too-many` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable` */
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
}
