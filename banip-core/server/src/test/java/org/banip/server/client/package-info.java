/** Clients that misbehave on purpose, for the tests of broker and host. */
@NullMarked
package org.banip.server.client;

import org.jspecify.annotations.NullMarked;
