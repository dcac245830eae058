/** What every host does on the wire, run against each way of serving it. */
package org.banip.surrogate.contract;
