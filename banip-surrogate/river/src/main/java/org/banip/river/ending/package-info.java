/**
 * The place that Reggie's reference to {@code java.lang.Runtime} leads to. Nothing flows in or out: what it asks for is not done.
 */
@NullMarked
package org.banip.river.ending;

import org.jspecify.annotations.NullMarked;
