/** Tests of graded alerts. */
package org.banip.surrogate.alert;
