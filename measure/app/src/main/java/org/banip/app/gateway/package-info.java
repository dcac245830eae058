/** What {@code banip gateway} adds to the gateway: devices by a password file, options, a report. Runs on the command's thread. */
@NullMarked
package org.banip.app.gateway;

import org.jspecify.annotations.NullMarked;
