/**
 * The place that River's references to the JDK's former {@code java.rmi.activation} lead to. Nothing flows in or out: the one class only
 * lets River's classes be linked.
 */
@NullMarked
package org.banip.river.activation;

import org.jspecify.annotations.NullMarked;
