/**
 * Which BANs a user was granted.
 *
 * <p>Flows in: patterns of an operator's file. Flows out: whether a BAN is one of them. Immutable, any thread.
 */
@NullMarked
package org.banip.server.grant;

import org.jspecify.annotations.NullMarked;
