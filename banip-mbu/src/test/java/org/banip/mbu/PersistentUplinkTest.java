package org.banip.mbu;

/** The contract, by {@code persistent}. */
class PersistentUplinkTest extends UplinkContract {
    @Override
    String uplink() {
        return "persistent";
    }
}
