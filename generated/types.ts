// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 ba618dfdc8a2d50ef2b1fb7cc841f566f30757dec135f8cf115fc09902d6cc36

export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List animals
         * @description Returns the animals of the store, newest first: at most `limit` of them, and only those with the given `status` when that filter is present.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description Adds an animal to the store and returns it with the identifier assigned to it. An animal added without a status has none.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal
         * @deprecated
         * @description Returns one animal by its identifier. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter instead.
         */
        get: operations["getPet"];
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
        /** @description An animal of the store: the fields of a new animal and its identifier. */
        Pet: {
            /**
             * Format: int64
             * @description Unique identifier, assigned on creation and never sent by the client.
             * @example 1
             */
            id: number;
            /**
             * @description The animal's name.
             * @example Bruno
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 3
             */
            categoryId: number;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description An animal to be added to the store. */
        NewPet: {
            /**
             * @description The animal's name.
             * @example Bruno
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 3
             */
            categoryId: number;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description A list of animals. */
        Pets: components["schemas"]["Pet"][];
        /**
         * @description Availability of an animal.
         * @example available
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description Why a request was refused. */
        Error: {
            /**
             * @description Machine-readable error code.
             * @example not_found
             */
            code: string;
            /**
             * @description Human-readable description.
             * @example The requested animal could not be found.
             */
            message: string;
            /**
             * @description The HTTP status code of the response.
             * @example 404
             */
            status: number;
        };
    };
    responses: {
        /** @description A query parameter has an invalid value. */
        InvalidParameter: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_parameter",
                 *       "message": "The query parameter limit must be <= 100.",
                 *       "status": 400
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is missing required fields or contains invalid values. */
        InvalidBody: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_body",
                 *       "message": "The body has no field categoryId.",
                 *       "status": 400
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or invalid. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_api_key",
                 *       "message": "The API key is not valid.",
                 *       "status": 401
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No animal has this identifier. */
        AnimalNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "not_found",
                 *       "message": "The requested animal could not be found.",
                 *       "status": 404
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the server accepts. */
        BodyTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "body_too_large",
                 *       "message": "The body must not be larger than 65536 bytes.",
                 *       "status": 413
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not in a media type that the operation accepts. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unsupported_media_type",
                 *       "message": "The body must be application/json.",
                 *       "status": 415
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The rate limit is exceeded. The client waits for the time in `Retry-After` before it tries again, and backs off exponentially; an API key that goes on regardless may be banned for a time. */
        TooManyRequests: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "rate_limited",
                 *       "message": "The limit of 60 requests per minute is exceeded; try again in 30 seconds.",
                 *       "status": 429
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server failed to answer as it promises. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "internal_error",
                 *       "message": "The server could not answer this request (3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e).",
                 *       "status": 500
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server cannot serve the request now, and nothing of it was done. The client waits for the time in `Retry-After` before it tries again. */
        ServiceUnavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unavailable",
                 *       "message": "The server cannot store anything now; try again in 1 second.",
                 *       "status": 503
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request cannot be read as HTTP. */
        MalformedRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "malformed_request",
                 *       "message": "The request is not valid HTTP.",
                 *       "status": 400
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path is not one of this interface. */
        UnknownPath: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "not_found",
                 *       "message": "The requested resource could not be found.",
                 *       "status": 404
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path does not offer this method. */
        MethodNotAllowed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "method_not_allowed",
                 *       "message": "This path offers GET, HEAD, POST only.",
                 *       "status": 405
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "request_timeout",
                 *       "message": "The request did not arrive in time.",
                 *       "status": 408
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The header fields of the request are too large. */
        HeadersTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                /**
                 * @description Identifier of the request, for whoever looks for it in a log.
                 * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                 */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "headers_too_large",
                 *       "message": "The header fields of the request are too large.",
                 *       "status": 431
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Requests allowed in the window in force, the one with fewer requests left.
         * @example 60
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left in the window in force.
         * @example 59
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description Unix timestamp, in seconds, at which the window in force resets.
         * @example 1795161600
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Identifier of the request, for whoever looks for it in a log.
         * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
         */
        "X-Request-Id": string;
        /**
         * @description Whole seconds to wait before the request is sent again.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description The authentication scheme to use, as RFC 6750 has it.
         * @example Bearer realm="Animal Adoption Store"
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods that the path offers.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description Since when the operation is deprecated, as RFC 9745 writes a date.
         * @example @1795132800
         */
        Deprecation: string;
        /**
         * @description When the operation is removed, as an HTTP date (RFC 8594).
         * @example Thu, 05 Dec 2030 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description The operation to use instead, with the relation `successor-version` (RFC 8288, RFC 5829).
         * @example </v1/pets>; rel="successor-version"
         */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of animals returned.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Returns only the animals with this availability.
                 * @example available
                 */
                status?: components["schemas"]["PetStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animals that match, newest first; a page of them, bounded by `limit`. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    /**
                     * @description Identifier of the request, for whoever looks for it in a log.
                     * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                     */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The animal to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The animal as it was added, with its identifier. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    /**
                     * @description Identifier of the request, for whoever looks for it in a log.
                     * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                     */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the animal.
                 * @example 1
                 */
                petId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal with this identifier. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    /**
                     * @description Identifier of the request, for whoever looks for it in a log.
                     * @example 3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e
                     */
                    "X-Request-Id"?: string;
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Bruno",
                     *       "categoryId": 3,
                     *       "status": "available"
                     *     }
                     */
                    "application/json": components["schemas"]["Pet"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["AnimalNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
/**
 * An animal of the store: the fields of a new animal and its identifier.
 */
export type Pet = components["schemas"]["Pet"];
/**
 * An animal to be added to the store.
 */
export type NewPet = components["schemas"]["NewPet"];
/**
 * A list of animals.
 */
export type Pets = components["schemas"]["Pets"];
/**
 * Availability of an animal.
 */
export type PetStatus = components["schemas"]["PetStatus"];
/**
 * Why a request was refused.
 */
export type ApiError = components["schemas"]["Error"];
