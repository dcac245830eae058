/**
 * What {@code banip gateway} adds to the gateway: devices by a password file, options, and devices that speak BANip. Flows in: options on the
 * command's thread; frames of BANip devices on the threads of a broker and a host, into a store. Flows out: what is stored, by the thread of the
 * feed, to the gateway's MBUs.
 */
@NullMarked
package org.banip.app.gateway;

import org.jspecify.annotations.NullMarked;
