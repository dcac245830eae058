package org.banip.surrogate.alert;

/**
 * A step that is to be told to a contact.
 *
 * @param alert the alert's id
 * @param to where it goes
 * @param number the step's number
 * @param body JSON, the same in every attempt
 * @param attempts attempts so far, this one included
 */
record Delivery(String alert, Destination to, int number, String body, int attempts) {
    /** Names it among all deliveries; the same in every attempt. */
    String key() {
        return alert + "-" + number + "." + to.contact();
    }

    /** The same with another body. */
    Delivery saying(String other) {
        return new Delivery(alert, to, number, other, attempts);
    }
}
