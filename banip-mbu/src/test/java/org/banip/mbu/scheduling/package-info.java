@NullMarked
package org.banip.mbu.scheduling;

import org.jspecify.annotations.NullMarked;
