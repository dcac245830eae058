package org.banip.mbu;

/** The same, with one packet in each request. */
class AddedGroupLockStepTest extends AddedGroupTest {
    @Override
    String uplink() {
        return "persistent";
    }
}
