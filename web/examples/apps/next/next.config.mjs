// On the server the package is imported as it is.
export default { serverExternalPackages: ['headwise'] };
