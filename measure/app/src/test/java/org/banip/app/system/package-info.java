/** The whole system: every part a process of its own, as people run them. */
@NullMarked
package org.banip.app.system;

import org.jspecify.annotations.NullMarked;
