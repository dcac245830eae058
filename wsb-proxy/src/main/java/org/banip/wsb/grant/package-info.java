/**
 * Who may use what: which BANs an identity may register, and whose interconnect is whose.
 *
 * <p>Flows in: identities, BAN ids and interconnects. Flows out: yes or no. Any thread.
 */
@NullMarked
package org.banip.wsb.grant;

import org.jspecify.annotations.NullMarked;
