/**
 * Authorisation: the BANs that an identity may register, and the owners of interconnects.
 *
 * <p>Flows in: identities, BAN ids and interconnects. Flows out: yes or no. Any thread.
 */
@NullMarked
package org.banip.wsb.grant;

import org.jspecify.annotations.NullMarked;
