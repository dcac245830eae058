/**
 * What an operator sets of a gateway.
 */
@NullMarked
package org.banip.gateway.settings;

import org.jspecify.annotations.NullMarked;
