/**
 * The HTTP clients by which broker and host ask others: issuers and identity providers for documents, servers of surrogate jars, and those that tell
 * contacts of alerts. None follows a redirect by itself.
 *
 * <p>Flows in: requests to addresses that an operator has set. Flows out: answers of bounded length. Blocks the thread that asks.
 */
@NullMarked
package org.banip.server.client;

import org.jspecify.annotations.NullMarked;
