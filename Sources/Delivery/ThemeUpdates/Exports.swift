// Clients of this module also use addresses, channels and signers.
@_exported public import ThemeTrust
